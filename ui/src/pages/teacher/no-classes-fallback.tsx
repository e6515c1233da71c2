import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import { Card } from '@/components/card';
import { SkeletonRows } from '@/components/skeleton';
import { useClassrooms } from '@/features/classrooms/use-classrooms';
import { QueryView } from '@/shared/query-view';

import { NoClassesState } from './no-classes-state';

type NoClassesFallbackProps = {
  /** Text shown without classes. */
  noClasses: string;
  /** Loading label. */
  loading: string;
  children: ReactNode;
};

/** Its children or, while the teacher has no classes, an empty state. */
export function NoClassesFallback({ noClasses, loading, children }: NoClassesFallbackProps) {
  const classes = useClassrooms();
  if (classes.data && classes.data.length > 0) return children;
  return (
    <Card as="section">
      <QueryView
        query={classes}
        title={t`Your classes didn't load`}
        loading={loading}
        skeleton={<SkeletonRows rows={10} />}
      >
        {() => <NoClassesState>{noClasses}</NoClassesState>}
      </QueryView>
    </Card>
  );
}
