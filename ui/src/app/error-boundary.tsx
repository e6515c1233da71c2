import { Component, type ErrorInfo, type ReactNode } from 'react';

import { ErrorState } from '@/components/message-state';

/** A page that broke, or whose code didn't arrive: loading it anew is the way out. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main className="grid min-h-[calc(100dvh-var(--banner))] place-items-center">
        <ErrorState
          level={1}
          title="This page didn't load"
          onRetry={() => {
            location.reload();
          }}
        />
      </main>
    );
  }
}
