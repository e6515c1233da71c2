import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';

import { useStudent } from '@/auth/session-context';
import { ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { Page } from '@/components/page';
import { GoalbucksHistory } from '@/features/goalbucks/goalbucks-history';

import { StudentNews } from './news/student-news';
import { useStudentNews } from './news/use-student-news';

/** The student's balance history. */
export default function HistoryPage() {
  const { id } = useStudent();
  const news = useStudentNews();
  return (
    <Page
      narrow
      title={t`GoalBucks History`}
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
    >
      <StudentNews news={news} />
      <Card as="section" aria-label={t`GoalBucks History`}>
        <GoalbucksHistory studentId={id} empty={t`Reach a goal, and what you earn for it stands here.`} />
      </Card>
    </Page>
  );
}
