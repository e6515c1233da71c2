import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { useUser } from '@/auth/session-context';
import { ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { ChairsArt } from '@/components/illustrations/illustrations';
import { Page } from '@/components/page';
import { SkeletonRows } from '@/components/skeleton';
import { AllStudentsTable } from '@/features/students/all-students-table';
import { studentsOfTeacherQuery } from '@/features/students/queries';
import { QueryView } from '@/shared/query-view';

import { NoClassesFallback } from './no-classes-fallback';

const LOADING = msg`Loading students...`;

function NoStudents() {
  return (
    <EmptyState
      art={<ChairsArt />}
      title={t`No students yet`}
      action={
        <ButtonLink variant="primary" to="/teacher/classes">
          <Trans>See all classes</Trans>
        </ButtonLink>
      }
    >
      <Trans>Open a class to add its students. They all show up here.</Trans>
    </EmptyState>
  );
}

function AllStudents() {
  const { id } = useUser();
  const students = useQuery(studentsOfTeacherQuery(id));
  return (
    <QueryView
      query={students}
      title={t`The students didn't load`}
      loading={i18n._(LOADING)}
      skeleton={<SkeletonRows rows={10} />}
      empty={<NoStudents />}
    >
      {(students) => <AllStudentsTable students={students} />}
    </QueryView>
  );
}

/** The students of all classes. */
export default function StudentsPage() {
  return (
    <Page title={t`All Students`}>
      <NoClassesFallback
        noClasses={t`Students will appear here once you create classes.`}
        loading={i18n._(LOADING)}
      >
        <Card as="section" aria-label={t`Students`} className="overflow-clip">
          <AllStudents />
        </Card>
      </NoClassesFallback>
    </Page>
  );
}
