import { useQuery } from '@tanstack/react-query';

import { useUser } from '@/auth/session-context';
import { ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { ChairsArt } from '@/components/illustrations/art';
import { Page } from '@/components/page';
import { Loading, SkeletonRows } from '@/components/skeleton';
import { AllStudentsTable } from '@/features/students/all-students-table';
import { studentsOfTeacherQuery } from '@/features/students/queries';
import { QueryError } from '@/shared/query-error';

import { AcrossClasses } from './across-classes';

const LOADING = 'Loading students...';

function AllStudents() {
  const { id } = useUser();
  const students = useQuery(studentsOfTeacherQuery(id));
  if (students.data && students.data.length > 0) return <AllStudentsTable students={students.data} />;
  if (students.data) {
    return (
      <EmptyState
        art={<ChairsArt />}
        title="No students yet"
        action={
          <ButtonLink variant="primary" to="/teacher/classes">
            See all classes
          </ButtonLink>
        }
      >
        Open a class to add its students. They all show up here.
      </EmptyState>
    );
  }
  if (students.isError) return <QueryError title="The students didn't load" query={students} />;
  return (
    <Loading label={LOADING}>
      <SkeletonRows rows={10} />
    </Loading>
  );
}

/** The students of all classes. */
export function StudentsPage() {
  return (
    <Page title="All Students">
      <AcrossClasses noClasses="Students will appear here once you create classes." loading={LOADING}>
        <Card as="section" aria-label="Students" className="overflow-clip">
          <AllStudents />
        </Card>
      </AcrossClasses>
    </Page>
  );
}
