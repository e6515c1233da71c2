import { Component, type ErrorInfo, type ReactNode, useState } from 'react';

import { connection } from '@/api/connection';
import { ErrorState } from '@/components/empty-state';
import { usePageTitle } from '@/components/page';
import { useStore } from '@/hooks/use-store';
import { host } from '@/lib/host';
import { unexpectedError } from '@/shared/query-error';

const TITLE = "This page didn't load";

/**
 * Loading anew is the way out of a page that broke, or whose code didn't arrive: React and some browsers remember that
 * it didn't. With the class computer away that would end on the browser's own error page, so it is asked first.
 */
function BrokenPage() {
  usePageTitle(TITLE);
  const online = useStore(connection.outage) === null;
  const [asking, setAsking] = useState(false);
  const retry = async () => {
    setAsking(true);
    if (await connection.check()) location.reload();
    setAsking(false);
  };
  return (
    <ErrorState level={1} title={TITLE} retrying={asking} onRetry={() => void retry()}>
      {online ? unexpectedError() : `The ${host()} can't be reached. Try again when it is back.`}
    </ErrorState>
  );
}

type ErrorBoundaryProps = {
  /** Around everything: then the error state is the whole page. */
  whole?: boolean;
  children: ReactNode;
};

/** An error state in the place of what broke. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    if (!this.props.whole) return <BrokenPage />;
    return (
      <main className="grid min-h-[calc(100dvh-var(--banner))] place-items-center">
        <BrokenPage />
      </main>
    );
  }
}
