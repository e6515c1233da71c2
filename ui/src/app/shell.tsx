import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, type RefObject, Suspense, use } from 'react';
import { useLocation } from 'react-router';

import { NoticeContext } from '@/components/dialog/dialog';
import { Loading, SkeletonRows } from '@/components/skeleton';
import { Toaster } from '@/components/toast/toaster';
import { pagePath } from '@/lib/page-path';

import { ErrorBoundary } from './error-boundary';
import { usePageFocus } from './use-page-focus';

type ShellProps = {
  sidebar: ReactNode;
  /** Names the sidebar for screen readers. */
  sidebarLabel: string;
  /** Shown at the top below 1024 px, where the sidebar is hidden. */
  topBar: ReactNode;
  /** Shown at the bottom below 1024 px. */
  bottomBar?: ReactNode;
  children: ReactNode;
};

function SkipLink({ main }: { main: RefObject<HTMLElement | null> }) {
  return (
    <a
      href="#main"
      className="sr-only rounded-control bg-ink px-4 py-2 text-paper focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-40"
      onClick={(event) => {
        event.preventDefault();
        main.current?.focus();
      }}
    >
      <Trans>Skip to content</Trans>
    </a>
  );
}

/** Sidebar and page side by side (below 1024 px a bar on top and, if given, one at the bottom), and toasts. */
export function Shell({ sidebar, sidebarLabel, topBar, bottomBar, children }: ShellProps) {
  const main = usePageFocus();
  const { pathname } = useLocation();
  return (
    <div className="min-h-[calc(100dvh-var(--connection-banner))] pt-(--toast-strip) lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)] print:block">
      <SkipLink main={main} />
      <aside
        aria-label={sidebarLabel}
        className="sticky top-(--banner) hidden h-[calc(100dvh-var(--banner)-var(--language-offer))] flex-col overflow-y-auto border-e border-line bg-surface px-3 py-4 lg:flex"
      >
        {sidebar}
      </aside>
      <header className="sticky top-(--banner) z-5 flex min-h-15 items-center short:static justify-between gap-3 border-b border-line bg-surface px-4 large-text:flex-wrap large-text:py-2 lg:hidden print:hidden">
        {topBar}
      </header>
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={
          bottomBar === undefined
            ? 'min-w-0 px-4 py-5 outline-none lg:px-8 lg:pb-8'
            : 'min-w-0 px-4 pt-5 pb-26 outline-none lg:px-8 lg:pt-8 lg:pb-8'
        }
      >
        {use(NoticeContext)}
        {/* A broken page keeps the navigation usable. */}
        <ErrorBoundary key={pagePath(pathname)}>
          <Suspense
            fallback={
              <Loading label={t`Loading...`}>
                <SkeletonRows />
              </Loading>
            }
          >
            {children}
          </Suspense>
        </ErrorBoundary>
      </main>
      {bottomBar}
      <Toaster />
    </div>
  );
}
