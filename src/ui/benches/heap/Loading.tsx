import type { ReactElement } from 'react';

/** Before the first answer; what runs and how far it is stands in the status bar. */
export function Loading(): ReactElement {
  return (
    <p className="ui-heap-loading" role="status">
      Reading…
    </p>
  );
}
