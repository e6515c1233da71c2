import '@/shared/all-utilities.css';

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';

import { useStudent } from '@/auth/session-context';
import { ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { CupArt } from '@/components/illustrations/illustrations';
import { Page } from '@/components/page';
import { ownClassroomQuery } from '@/features/classrooms/queries';
import { Portfolio } from '@/features/submissions/portfolio/portfolio';
import { PrintWork } from '@/features/submissions/portfolio/print-work';

import { StudentNews } from './news/student-news';
import { useStudentNews } from './news/use-student-news';

/** The student's photos and notes of completed goals. */
export default function MyWorkPage() {
  const student = useStudent();
  const { id, name, username } = student;
  const classroom = useQuery(ownClassroomQuery(student));
  const news = useStudentNews();
  return (
    <Page
      title={t`My Work`}
      subheading={<Trans>Photos and notes of the goals that you reached.</Trans>}
      breadcrumb={
        <ButtonLink
          variant="link"
          to="/student"
          icon={<ArrowLeft aria-hidden className="mirror-rtl" />}
          className="-ms-2 mb-1"
        >
          <Trans>My Goals</Trans>
        </ButtonLink>
      }
      actions={<PrintWork studentId={id} studentName={name || username} className={classroom.data?.name} />}
    >
      <StudentNews news={news} />
      <Portfolio
        studentId={id}
        empty={
          <EmptyState art={<CupArt />} title={t`No work yet`}>
            <Trans>When you reach a goal, what you sent for it is kept here.</Trans>
          </EmptyState>
        }
      />
    </Page>
  );
}
