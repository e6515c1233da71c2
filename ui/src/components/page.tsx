import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect } from 'react';

import { classNames } from '@/lib/class-names';

type PageProps = {
  /** The tab's title, such as "Room 12 Homeroom". */
  title: string;
  /** The heading; default: the title. */
  heading?: ReactNode;
  subheading?: ReactNode;
  /** Breadcrumb above the heading. */
  breadcrumb?: ReactNode;
  /** Buttons on the right, the primary one last. */
  actions?: ReactNode;
  /** On phones the buttons are on their own line. */
  fillActions?: boolean;
  narrow?: boolean;
  children?: ReactNode;
};

export function usePageTitle(title: string) {
  const ofWindow = t`${title} - GoalBucks`;
  useEffect(() => {
    document.title = ofWindow;
  }, [ofWindow]);
}

/** Sets the page's title, in place of a `Page`. */
export function PageTitle({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

/** A page inside a layout, with title, heading and actions. `narrow`: 1040 px wide. */
export function Page({
  title,
  heading,
  subheading,
  breadcrumb,
  actions,
  fillActions = false,
  narrow = false,
  children,
}: PageProps) {
  usePageTitle(title);
  return (
    <div className={narrow ? 'mx-auto max-w-260' : 'mx-auto max-w-page'}>
      {breadcrumb}
      <header className="mb-4 flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <div className="min-w-0">
          <h1 className="wrap-anywhere">{heading ?? title}</h1>
          {subheading !== undefined && <div className="text-ink-2">{subheading}</div>}
        </div>
        {actions !== undefined && (
          <div className={classNames('flex flex-wrap gap-2', fillActions && 'max-sm:w-full')}>{actions}</div>
        )}
      </header>
      {children}
    </div>
  );
}
