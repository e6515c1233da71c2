import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Archive, ArrowLeftRight, Sprout, Store } from 'lucide-react';
import { useState } from 'react';

import type { Classroom } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Breadcrumb } from '@/components/breadcrumb';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { Page } from '@/components/page';
import { Loading, Skeleton } from '@/components/skeleton';
import { useClassrooms } from '@/features/classrooms/use-classrooms';
import { CopyItemsDialog } from '@/features/store/teacher/copy-items-dialog';
import { studentStatsQuery } from '@/features/students/queries';
import { NewTermDialog } from '@/features/terms/new-term-dialog';
import { PageNotFound } from '@/pages/not-found';
import { ArchiveClass } from '@/pages/teacher/archive-class';
import { ClassOfAddress } from '@/pages/teacher/class-of-address';
import { HelpLink } from '@/shared/help-link';
import { useMay } from '@/shared/permissions';

import { ActionCard } from './action-card';

function NewTerm({ classroom }: { classroom: Classroom }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ActionCard
        icon={<Sprout aria-hidden />}
        title={t`New Term`}
        when={t`A semester ends, the class goes on with the same children.`}
        facts={[
          t`Open goals stay or end, balances stay or start at 0: you choose`,
          t`Students keep name, password, card and history`,
          t`The numbers of this term stay under Progress`,
        ]}
        action={
          <Button
            onClick={() => {
              setIsOpen(true);
            }}
          >
            <Trans>New Term...</Trans>
          </Button>
        }
      />
      <NewTermDialog classroomId={classroom.id} open={isOpen} onOpenChange={setIsOpen} />
    </>
  );
}

function MoveStudents({ classroom }: { classroom: Classroom }) {
  return (
    <ActionCard
      icon={<ArrowLeftRight aria-hidden />}
      title={t`Move Students`}
      when={t`Some or all go on in another class of yours.`}
      facts={[
        t`They take balance, goals, proof and purchases along`,
        t`In the table of the class, choose Move to Another Class`,
        t`Places in groups end here`,
      ]}
      action={
        <ButtonLink to={`/teacher/class/${classroom.id}`}>
          <Trans>Choose Students</Trans>
        </ButtonLink>
      }
    />
  );
}

function CopyItems({ classroom }: { classroom: Classroom }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    setIsOpen(false);
  };
  const classes = useClassrooms('manage').data ?? [];
  return (
    <>
      <ActionCard
        icon={<Store aria-hidden />}
        title={t`Copy Items from Another Class`}
        when={t`A new class needs the store of the old one.`}
        facts={[
          t`Names, prices, stock and pictures`,
          t`An item of the same name is left out`,
          t`Nothing changes in the other class`,
        ]}
        action={
          <Button
            onClick={() => {
              setIsOpen(true);
            }}
          >
            <Trans>Copy Items...</Trans>
          </Button>
        }
      />
      <CopyItemsDialog
        classroom={isOpen ? classroom : null}
        classes={classes.filter(({ id }) => id !== classroom.id)}
        onClose={close}
        onCopied={close}
      />
    </>
  );
}

function Archiving({ classroom }: { classroom: Classroom }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ActionCard
        icon={<Archive aria-hidden />}
        title={t({ message: 'Archive', comment: 'Verb: put a class aside' })}
        when={t`The class is over, and you still want to look things up.`}
        facts={[
          t`Read only: progress, reports and export go on`,
          t`Nobody can sign in with its code, cards or pictures`,
          t`Bring it back at any time, with a new class code`,
        ]}
        action={
          <Button
            onClick={() => {
              setIsOpen(true);
            }}
          >
            <Trans>Archive...</Trans>
          </Button>
        }
      />
      {isOpen && (
        <ArchiveClass
          classroom={classroom}
          onClose={() => {
            setIsOpen(false);
          }}
        />
      )}
    </>
  );
}

function Subheading({ classroom }: { classroom: Classroom }) {
  const { data: students } = useQuery(studentStatsQuery(classroom.id));
  const { name } = classroom;
  const size = students && plural(students.length, { one: '# student', other: '# students' });
  return (
    <>
      <bdi>{name}</bdi>
      {size === undefined ? '. ' : `, ${size}. `}
      <Trans>Each of these stands alone: take what fits, in any order.</Trans>
    </>
  );
}

function Content({ classroom }: { classroom: Classroom }) {
  const title = t`End of Term`;
  const { isSample } = useUser();
  if (!useMay(classroom, 'administer')) return <PageNotFound />;
  return (
    <Page
      title={title}
      subheading={<Subheading classroom={classroom} />}
      breadcrumb={
        <Breadcrumb
          crumbs={[{ label: classroom.name, to: `/teacher/class/${classroom.id}` }, { label: title }]}
        />
      }
    >
      <div className="mb-4 grid grid-cols-1 gap-4 lg:grid-cols-2">
        <NewTerm classroom={classroom} />
        <MoveStudents classroom={classroom} />
        <CopyItems classroom={classroom} />
        {!isSample && <Archiving classroom={classroom} />}
      </div>
      <HelpLink answer="a-term-ends" />
    </Page>
  );
}

function EndOfTermSkeleton() {
  return (
    <Page title={t`End of Term`}>
      <Loading label={t`Loading class...`}>
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          {['new-term', 'move', 'copy', 'archive'].map((card) => (
            <Card key={card} className="flex h-60 flex-col gap-4 p-5">
              <Skeleton className="h-6 w-40" />
              <Skeleton className="h-20 w-full" />
            </Card>
          ))}
        </div>
      </Loading>
    </Page>
  );
}

/** What an owner can do with a class when a term or a year ends. */
export default function EndOfTermPage() {
  return (
    <ClassOfAddress skeleton={<EndOfTermSkeleton />}>
      {(classroom) => <Content key={classroom.id} classroom={classroom} />}
    </ClassOfAddress>
  );
}
