import { Button } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';

const SAY_FOR_MS = 1500;

/** Copies a text; says whether it worked, in the button itself. */
export function CopyButton({
  text,
  label,
  size = 'xs',
}: {
  readonly text: string;
  readonly label: string;
  readonly size?: 'xs' | 'compact-xs';
}): ReactElement {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => {
    if (state === 'ready') return undefined;
    const timer = setTimeout(() => setState('ready'), SAY_FOR_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <Button
      size={size}
      variant="default"
      aria-label={label}
      leftSection={state === 'copied' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'Refused: select and copy by hand' : 'Copy'}
      </span>
    </Button>
  );
}
