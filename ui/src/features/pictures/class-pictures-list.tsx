import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ImageOff, Images, Printer } from 'lucide-react';
import { useRef, useState } from 'react';

import type { Classroom } from '@/api/types';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { Menu, MenuItem } from '@/components/menu';
import { SkeletonRows } from '@/components/skeleton';
import { printPage } from '@/lib/print-page';
import { QueryView } from '@/shared/query-view';

import { LockedBadge, Locks } from './locks';
import { useRenewPictures, useSetPictures, useUnlockPictures } from './mutations';
import { PictureRow } from './picture-row';
import { PicturesSheet } from './pictures-sheet';
import { type ClassPictures, classPicturesQuery, type StudentPictures } from './queries';

type RowProps = { classroomId: string; student: StudentPictures };

/** Replaces the pictures at once; *Undo* gives the earlier ones again. */
function RenewButtons({ classroomId, student, name }: RowProps & { name: string }) {
  const renewal = useRenewPictures(classroomId);
  const { mutate: setPictures } = useSetPictures(classroomId);
  const [earlier, setEarlier] = useState<StudentPictures['pictures']>(null);
  const renewButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      {earlier && (
        <Button
          variant="link"
          aria-label={t`Undo: new pictures for ${name}`}
          onClick={() => {
            setPictures({ student, pictures: earlier });
            setEarlier(null);
            renewButton.current?.focus();
          }}
        >
          <Trans>Undo</Trans>
        </Button>
      )}
      <Button
        ref={renewButton}
        variant="link"
        aria-label={t`New Pictures for ${name}`}
        pending={renewal.isPending}
        onClick={() => {
          renewal.mutate([student], {
            onSuccess: () => {
              setEarlier(student.pictures);
            },
          });
        }}
      >
        <Trans>New Pictures</Trans>
      </Button>
    </>
  );
}

function RowActions({ classroomId, student }: RowProps) {
  const unlocking = useUnlockPictures(classroomId);
  const { mutate: setPictures } = useSetPictures(classroomId);
  const name = `${student.firstName} ${student.lastName}`;
  return (
    <div className="flex flex-wrap items-center gap-1 sm:justify-end">
      {student.lockedAfter !== null && (
        <Button
          variant="soft"
          aria-label={t`Unlock ${name}`}
          pending={unlocking.isPending}
          onClick={() => {
            unlocking.mutate(student);
          }}
        >
          <Trans>Unlock</Trans>
        </Button>
      )}
      <RenewButtons classroomId={classroomId} student={student} name={name} />
      {student.pictures && (
        <Menu label={t`More for ${name}`} variant="ghost">
          <MenuItem
            icon={<ImageOff aria-hidden />}
            onSelect={() => {
              setPictures({ student, pictures: null });
            }}
          >
            <Trans>Only with Username</Trans>
          </MenuItem>
        </Menu>
      )}
    </div>
  );
}

function Row({ classroomId, student }: RowProps) {
  const { firstName, lastName, pictures, lockedAfter } = student;
  return (
    <li className="grid items-center gap-x-4 gap-y-1 border-t border-line py-1.5 sm:grid-cols-[minmax(0,1fr)_10rem_minmax(0,1fr)]">
      <div className="min-w-0">
        <bdi className="font-mid wrap-anywhere">
          {firstName} {lastName}
        </bdi>
        {lockedAfter !== null && (
          <span className="block">
            <LockedBadge tries={lockedAfter} />
          </span>
        )}
      </div>
      {pictures ? (
        <PictureRow pictures={pictures} className="size-10 bg-brand-soft p-1.5 text-brand-ink" />
      ) : (
        <span className="text-small text-ink-2">
          <Trans>Only with username</Trans>
        </span>
      )}
      <RowActions classroomId={classroomId} student={student} />
    </li>
  );
}

function RenewAll({ classroomId, students }: { classroomId: string; students: StudentPictures[] }) {
  const [asking, setAsking] = useState(false);
  const renewal = useRenewPictures(classroomId);
  return (
    <>
      <Button
        variant="ghost"
        icon={<Images aria-hidden />}
        onClick={() => {
          setAsking(true);
        }}
      >
        <Trans>New Pictures for Everybody</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`New pictures for everybody?`}
        description={t`All children have to learn theirs again, and printed slips are no longer right.`}
        confirmLabel={t`Give New Pictures`}
        pendingLabel={t`Giving new pictures`}
        pending={renewal.isPending}
        onConfirm={() => {
          renewal.mutate(students, {
            onSettled: () => {
              setAsking(false);
            },
          });
        }}
      />
    </>
  );
}

function List({ classroom, pictures }: { classroom: Classroom; pictures: ClassPictures }) {
  const { students } = pictures;
  const pictured = students.filter(({ pictures }) => pictures !== null);
  return (
    <>
      <Locks classroomId={classroom.id} pictures={pictures} />
      <ul className="mt-4 border-b border-line">
        {students.map((student) => (
          <Row key={student.studentId} classroomId={classroom.id} student={student} />
        ))}
      </ul>
      {pictured.length > 0 && (
        <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <RenewAll classroomId={classroom.id} students={pictured} />
          <Button variant="primary" icon={<Printer aria-hidden />} onClick={printPage}>
            <Trans>Print the Sheet</Trans>
          </Button>
        </div>
      )}
      <PicturesSheet className={classroom.name} students={pictured} />
    </>
  );
}

/** The pictures of a class. While it is shown, the page prints as a sheet of slips. */
export function ClassPicturesList({ classroom }: { classroom: Classroom }) {
  const pictures = useQuery(classPicturesQuery(classroom.id));
  return (
    <QueryView
      query={pictures}
      title={t`The pictures didn't load`}
      loading={t`Loading pictures...`}
      skeleton={<SkeletonRows rows={6} />}
      empty={
        <p className="mt-4 text-ink-2">
          <Trans>No students in this class yet</Trans>
        </p>
      }
      isEmpty={({ students }) => students.length === 0}
    >
      {(answer) => <List classroom={classroom} pictures={answer} />}
    </QueryView>
  );
}
