import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Archive, FileText, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';

import type { Classroom } from '@/api/types';
import { ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { BoxArt } from '@/components/illustrations/illustrations';
import { Menu, MenuItem, MenuSeparator } from '@/components/menu';
import { SkeletonRows } from '@/components/skeleton';
import { DeleteClassDialog } from '@/features/classrooms/delete-class-dialog';
import { useBringClassroomBack } from '@/features/classrooms/mutations';
import { studentStatsQuery } from '@/features/students/queries';
import { formatDay } from '@/lib/format';
import { HelpLink } from '@/shared/help-link';
import { useMay } from '@/shared/permissions';
import { QueryView } from '@/shared/query-view';

/** The question before an archived class is deleted, with its number of students. */
function DeleteArchivedClass({ classroom, onClose }: { classroom: Classroom; onClose: () => void }) {
  const students = useQuery(studentStatsQuery(classroom.id)).data ?? [];
  return (
    <DeleteClassDialog
      open
      onOpenChange={onClose}
      classroom={classroom}
      studentCount={students.length}
      onDeleted={onClose}
    />
  );
}

function BringBackItem({ classroom }: { classroom: Classroom }) {
  const { mutate: bringBack, isPending } = useBringClassroomBack(classroom.id);
  return (
    <MenuItem
      icon={<Undo2 aria-hidden />}
      disabled={isPending}
      onSelect={() => {
        bringBack();
      }}
    >
      <Trans comment="An archived class">Bring Back</Trans>
    </MenuItem>
  );
}

function RowMenu({ classroom }: { classroom: Classroom }) {
  const { id, name } = classroom;
  const navigate = useNavigate();
  const mayRemove = useMay(classroom, 'remove');
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <Menu label={t`More for ${name}`} variant="ghost">
        {mayRemove && <BringBackItem classroom={classroom} />}
        <MenuItem
          icon={<FileText aria-hidden />}
          onSelect={() => void navigate(`/teacher/class/${id}/reports?time=term`)}
        >
          <Trans>Print Reports</Trans>
        </MenuItem>
        {mayRemove && (
          <>
            <MenuSeparator />
            <MenuItem
              icon={<Trash2 aria-hidden />}
              tone="danger"
              onSelect={() => {
                setDeleting(true);
              }}
            >
              <Trans>Delete Class</Trans>
            </MenuItem>
          </>
        )}
      </Menu>
      {deleting && (
        <DeleteArchivedClass
          classroom={classroom}
          onClose={() => {
            setDeleting(false);
          }}
        />
      )}
    </>
  );
}

function ArchivedRow({ classroom }: { classroom: Classroom }) {
  const { id, name, gradeLevel, archivedAt } = classroom;
  const date = formatDay(new Date(archivedAt ?? ''));
  const path = `/teacher/class/${id}`;
  return (
    <li className="flex min-h-16 items-center gap-4 border-t border-line px-5 py-3 first:border-t-0 max-sm:gap-2 max-sm:pe-2">
      <Archive aria-hidden className="size-5 shrink-0 text-ink-3" />
      <span className="min-w-0 grow">
        <Link
          to={path}
          className="rounded-small font-mid wrap-anywhere underline-offset-3 hover:text-brand-ink hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        {gradeLevel && <span className="block text-small text-ink-2 wrap-anywhere">{gradeLevel}</span>}
        <span className="block text-small text-ink-2">
          <Trans>Archived on {date}</Trans>
        </span>
      </span>
      <ButtonLink variant="link" to={path} aria-label={t`Open ${name}`}>
        <Trans comment="An archived class">Open</Trans>
      </ButtonLink>
      <RowMenu classroom={classroom} />
    </li>
  );
}

/** The classes that are read only, the one that was archived last first. */
export function ArchivedClasses({ classes }: { classes: UseQueryResult<Classroom[]> }) {
  return (
    <>
      <Card as="section" aria-label={t`Archived classes`}>
        <QueryView
          query={classes}
          title={t`The archived classes didn't load`}
          loading={t`Loading classes...`}
          skeleton={<SkeletonRows rows={3} />}
          empty={
            <EmptyState art={<BoxArt />} title={t`Nothing in the archive`}>
              <Trans>When a class is over, open its menu and choose “Archive Class”.</Trans>
            </EmptyState>
          }
        >
          {(classes) => (
            <ul>
              {classes.map((classroom) => (
                <ArchivedRow key={classroom.id} classroom={classroom} />
              ))}
            </ul>
          )}
        </QueryView>
      </Card>
      <p className="mt-3 text-small text-ink-2">
        <Trans>Archived classes are in “Export All Data” and in backups. Nobody can sign in to them.</Trans>
      </p>
      <HelpLink answer="the-school-year-is-over" className="mt-2" />
    </>
  );
}
