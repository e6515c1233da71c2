import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import { ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { HillArt } from '@/components/illustrations/illustrations';
import { usePageTitle } from '@/components/page';

/** Empty state for a missing or inaccessible resource. */
export function NotFoundState({
  title,
  art,
  children,
}: {
  title: string;
  art: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(title);
  return (
    <EmptyState
      level={1}
      art={art}
      title={title}
      action={
        <ButtonLink variant="primary" to="/teacher/classes">
          <Trans>See all classes</Trans>
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  );
}

export function ClassNotFound() {
  return (
    <NotFoundState title={t`Class not found`} art={<HillArt />}>
      <Trans>It may have been deleted, or you no longer teach it.</Trans>
    </NotFoundState>
  );
}
