import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronRight, Plus } from 'lucide-react';
import { Link, Navigate } from 'react-router';

import type { Classroom } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Page } from '@/components/page';
import { SkeletonRows } from '@/components/skeleton';
import { useTeacherOutletContext } from '@/features/classrooms/teacher-outlet-context';
import { useClassrooms } from '@/features/classrooms/use-classrooms';
import { QueryView } from '@/shared/query-view';

function ClassRow({ classroom }: { classroom: Classroom }) {
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={`/teacher/class/${classroom.id}`}
        className="flex min-h-16 items-center gap-4 large-text:flex-wrap rounded-card px-5 py-3 no-underline outline-offset-[-3px]! hover:bg-sunken"
      >
        <span className="min-w-0 grow">
          <span className="block font-mid wrap-anywhere">{classroom.name}</span>
          {classroom.gradeLevel && (
            <span className="block text-small text-ink-2">{classroom.gradeLevel}</span>
          )}
        </span>
        <span className="text-end large-text:text-start">
          <span className="block text-small text-ink-2">
            <Trans>Class code</Trans>
          </span>
          <span className="font-bold tracking-code">{classroom.classCode}</span>
        </span>
        <ChevronRight aria-hidden className="size-4.5 text-ink-3 rtl:rotate-180" />
      </Link>
    </li>
  );
}

function ClassList() {
  const classes = useClassrooms();
  return (
    <QueryView
      query={classes}
      title={t`Your classes didn't load`}
      loading={t`Loading classes...`}
      skeleton={<SkeletonRows rows={4} />}
      empty={<Navigate to="/teacher/no-classes" replace />}
    >
      {(classes) => (
        <ul>
          {classes.map((classroom) => (
            <ClassRow key={classroom.id} classroom={classroom} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

export default function ClassesPage() {
  const { openCreateClass } = useTeacherOutletContext();
  return (
    <Page
      title={t`Classes`}
      actions={
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={openCreateClass}>
          <Trans>Create Class</Trans>
        </Button>
      }
    >
      <Card as="section">
        <ClassList />
      </Card>
    </Page>
  );
}
