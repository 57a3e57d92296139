import { Button } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';

/** Keeps a broken bench from taking the page with it: files and settings stay, the bench can be tried again. */
export function BenchBoundary({ children }: { readonly children: ReactNode }): ReactElement {
  return <ErrorBoundary FallbackComponent={Broken}>{children}</ErrorBoundary>;
}

function Broken({ error, resetErrorBoundary }: FallbackProps): ReactElement {
  return (
    <div className="ui-broken" role="alert">
      <h1>This bench broke</h1>
      <p>It is a fault of the page, not of your files; they and your settings are still here.</p>
      <pre>{error instanceof Error ? error.message : String(error)}</pre>
      <Button size="xs" onClick={resetErrorBoundary}>
        Try again
      </Button>
    </div>
  );
}
