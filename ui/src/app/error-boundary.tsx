import { select, t } from '@lingui/core/macro';
import { Component, type ErrorInfo, type ReactNode, useState } from 'react';

import { connection } from '@/api/connection';
import { ErrorState } from '@/components/empty-state';
import { usePageTitle } from '@/components/page';
import { useStore } from '@/hooks/use-store';
import { serverKind } from '@/lib/server-label';
import { unexpectedError } from '@/shared/query-error';

const unreachable = () =>
  select(
    { server: serverKind() },
    {
      school: "The school’s server can't be reached. Try again when it is back.",
      other: "The class computer can't be reached. Try again when it is back.",
    },
  );

/**
 * Error state with a reload, because React and some browsers cache failed imports. Checks the server
 * first, because without it a reload would show the browser's error page.
 */
function BrokenPage() {
  const title = t`This page didn't load`;
  usePageTitle(title);
  const online = useStore(connection.outage) === null;
  const [isChecking, setIsChecking] = useState(false);
  const retry = async () => {
    setIsChecking(true);
    if (await connection.check()) location.reload();
    setIsChecking(false);
  };
  return (
    <ErrorState level={1} title={title} retrying={isChecking} onRetry={() => void retry()}>
      {online ? unexpectedError() : unreachable()}
    </ErrorState>
  );
}

type ErrorBoundaryProps = {
  /** Whether the error state fills the page. */
  fullPage?: boolean;
  children: ReactNode;
};

/** Error boundary with a reload button. */
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
    if (!this.props.fullPage) return <BrokenPage />;
    return (
      <main className="grid min-h-[calc(100dvh-var(--banner))] grid-cols-1 place-items-center">
        <BrokenPage />
      </main>
    );
  }
}
