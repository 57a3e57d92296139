/** What the Replay bench can show beside its options, in order. A view without a component is not offered yet. */
import type { ComponentType } from 'react';
import type { ReplayView } from '../../../state/view.js';
import { CompareControls, CompareView } from './compare/CompareView.js';
import { ControlsRow } from './ControlsRow.js';
import { TimelinesView } from './TimelinesView.js';
import { TuneControls } from './tune/TuneControls.js';
import { TuneView } from './tune/TuneView.js';

export interface ReplayViewRow {
  readonly id: ReplayView;
  readonly label: string;
  /** The view's own controls, beside the names of the views. */
  readonly controls: ComponentType | null;
  /** Fills the stage below. */
  readonly component: ComponentType | null;
}

export const REPLAY_VIEWS: readonly ReplayViewRow[] = [
  { id: 'timelines', label: 'Timelines', controls: ControlsRow, component: TimelinesView },
  { id: 'compare', label: 'Compare', controls: CompareControls, component: CompareView },
  { id: 'tune', label: 'Tune', controls: TuneControls, component: TuneView },
];

export type ShownView = ReplayViewRow & { readonly component: ComponentType };

/** The views there are now. */
export const SHOWN_VIEWS: readonly ShownView[] = REPLAY_VIEWS.flatMap((row) =>
  row.component === null ? [] : [{ ...row, component: row.component }],
);

/** The view to show: a link may ask for one that is not there. */
export function shownView(wanted: ReplayView): ShownView {
  const found = SHOWN_VIEWS.find(({ id }) => id === wanted) ?? SHOWN_VIEWS[0];
  if (found === undefined) throw new Error('the Replay bench has no view');
  return found;
}
