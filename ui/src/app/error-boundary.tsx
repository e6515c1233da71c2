import { select, t } from '@lingui/core/macro';
import { Component, type ErrorInfo, type ReactNode, useState } from 'react';

import { connection } from '@/api/connection';
import { serverKind } from '@/api/server-kind';
import { ErrorState } from '@/components/empty-state';
import { usePageTitle } from '@/components/page';
import { useStore } from '@/hooks/use-store';
import { unexpectedError } from '@/shared/query-error';

import { isPageTranslated } from './page-translation';

const unreachable = () =>
  select(
    { server: serverKind() },
    {
      school: "The school’s server can't be reached. Try again when it is back.",
      other: "The class computer can't be reached. Try again when it is back.",
    },
  );

/** How often a page that is translated is drawn anew in this time; after that the error is shown. */
const MAX_REDRAWS = 3;
const REDRAW_PERIOD_MS = 60_000;

/** Whether React failed because a translator had moved or removed the page's nodes. */
const isTranslationFailure = (error: unknown) =>
  isPageTranslated() && error instanceof DOMException && error.name === 'NotFoundError';

function explanation(error: unknown, online: boolean): string {
  if (!online) return unreachable();
  if (!isTranslationFailure(error)) return unexpectedError();
  return t`The browser's translation interfered with this page. Turn the translation off, then try again.`;
}

/**
 * Error state with a reload, because React and some browsers cache failed imports. Checks the server
 * first, because without it a reload would show the browser's error page.
 */
function BrokenPage({ error }: { error: unknown }) {
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
      {explanation(error, online)}
    </ErrorState>
  );
}

type ErrorBoundaryProps = {
  /** Whether the error state fills the page. */
  fullPage?: boolean;
  children: ReactNode;
};

type ErrorBoundaryState = {
  /** `caught`: until componentDidCatch has decided whether to draw the children anew. */
  status: 'shown' | 'caught' | 'broken';
  error?: unknown;
};

/** Error boundary with a reload button. Children that failed because the page is translated are drawn anew. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { status: 'shown' };
  private redrawTimes: number[] = [];

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { status: 'caught', error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
    const now = performance.now();
    this.redrawTimes = this.redrawTimes.filter((time) => time > now - REDRAW_PERIOD_MS);
    const redraw = isTranslationFailure(error) && this.redrawTimes.length < MAX_REDRAWS;
    if (redraw) this.redrawTimes.push(now);
    this.setState({ status: redraw ? 'shown' : 'broken' });
  }

  override render() {
    const { status, error } = this.state;
    if (status === 'shown') return this.props.children;
    if (status === 'caught') return null;
    const page = <BrokenPage error={error} />;
    if (!this.props.fullPage) return page;
    return (
      <main className="grid min-h-[calc(100dvh-var(--banner))] grid-cols-1 place-items-center">{page}</main>
    );
  }
}
