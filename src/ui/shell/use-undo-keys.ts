import { useEffect } from 'react';
import { useApp } from '../app-context.js';

/** Ctrl or Cmd with Z undoes, with Shift+Z or Y redoes, also while a slider has the focus; text fields keep their own. */
export function useUndoKeys(): void {
  const { inputs, sampling, sweeps, view } = useApp();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || editsText(event.target)) return;
      const key = event.key.toLowerCase();
      const { bench, replayView } = view.getState();
      // On the Heap bench nothing is undone, and what another bench holds must not change unseen.
      if (bench === 'heap') return;
      // In Tune both the sliders and the setup are on the screen: the sliders' panel has its own steps.
      const target =
        bench === 'sampling'
          ? sampling.inputs
          : replayView === 'tune' && !inOptions(event.target)
            ? sweeps.history
            : inputs;
      if (key === 'z' && !event.shiftKey) target.undo();
      else if ((key === 'z' && event.shiftKey) || key === 'y') target.redo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [inputs, sampling, sweeps, view]);
}

function inOptions(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-labelledby="options-title"]') !== null;
}

function editsText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement)
    return !['range', 'checkbox', 'radio', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}
