import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import { Card } from '@/components/card';
import { SkeletonRows } from '@/components/skeleton';
import { useClassrooms } from '@/features/classrooms/queries';
import { QueryView } from '@/shared/query-view';

import { NoClassesYet } from './no-classes-yet';

type RequireClassesProps = {
  /** Text shown without classes. */
  noClasses: string;
  /** Loading label. */
  loading: string;
  children: ReactNode;
};

/** Renders its children if the teacher has classes, else a placeholder. */
export function RequireClasses({ noClasses, loading, children }: RequireClassesProps) {
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
        {() => <NoClassesYet>{noClasses}</NoClassesYet>}
      </QueryView>
    </Card>
  );
}
