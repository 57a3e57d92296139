import { FolderOpen, Link2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { BENCHES } from '../../state/view.js';
import { useApp, useView } from '../app-context.js';
import { FileButton } from '../files/FileButton.js';
import { BENCH_NAMES } from './bench-views.js';
import { ThemeSwitch } from './ThemeSwitch.js';

export function Header(): ReactElement {
  const app = useApp();
  const current = useView((view) => view.bench);
  return (
    <header className="ui-header">
      <span className="ui-brand">jelab</span>
      <nav className="ui-nav" aria-label="Benches">
        {BENCHES.map((bench) => (
          <button
            key={bench}
            type="button"
            aria-current={bench === current ? 'page' : undefined}
            onClick={() => app.view.setState({ bench })}
          >
            {BENCH_NAMES[bench]}
          </button>
        ))}
      </nav>
      <span className="ui-spacer" />
      <FileButton className="ui-text-button" label="Open files" onFiles={(files) => app.opener.open(files)}>
        <FolderOpen size={15} aria-hidden /> Open files
      </FileButton>
      <CopyLink />
      <ThemeSwitch />
    </header>
  );
}

function CopyLink(): ReactElement {
  const app = useApp();
  const [said, setSaid] = useState<string | null>(null);
  const copy = async (): Promise<void> => {
    const address = new URL(window.location.href);
    address.hash = app.link();
    const lacks = app.linkLacks().join(' ');
    let done = 'The link is copied.';
    try {
      await navigator.clipboard.writeText(address.href);
      setSaid('Copied');
    } catch {
      setSaid('Copy it from the address bar');
      done = 'The link is in the address bar.';
    }
    if (lacks !== '') app.jobs.notify('info', `${done} ${lacks}`);
    setTimeout(() => setSaid(null), 1500);
  };
  return (
    <button
      type="button"
      className="ui-text-button"
      title="Copies the address: bench, options, view and sample. Your own files are not in it."
      onClick={() => void copy()}
    >
      <Link2 size={15} aria-hidden /> <span aria-live="polite">{said ?? 'Copy link'}</span>
    </button>
  );
}
