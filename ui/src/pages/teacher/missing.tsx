import type { ReactNode } from 'react';

import { ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { usePageTitle } from '@/components/page';

/** What this address once stood for isn't there, or isn't this teacher's. */
export function Missing({ title, art, children }: { title: string; art: ReactNode; children: ReactNode }) {
  usePageTitle(title);
  return (
    <EmptyState
      level={1}
      art={art}
      title={title}
      action={
        <ButtonLink variant="primary" to="/teacher/classes">
          See all classes
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  );
}
