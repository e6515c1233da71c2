import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import type { Activity } from '@/api/types';
import { formatCount } from '@/lib/format';
import { serverLabel } from '@/lib/server-label';

import { isFailure, type Kind, includesActor } from './kinds';

/** Isolates user-entered text so that its direction doesn't affect the rest of the message. */
function UserText({ children }: { children: string }) {
  return <bdi className="font-mid wrap-anywhere">{children}</bdi>;
}

type MessageParts = {
  actor: ReactNode;
  student: ReactNode;
  /** The goal, item, class or reason; `unknown` is the fallback text. */
  about: (unknown: string) => ReactNode;
  row: Activity;
};

const messages: Record<Kind, (parts: MessageParts) => ReactNode> = {
  registered: () => t`Created this account`,
  sign_in: ({ actor }) => <Trans>{actor} signed in</Trans>,
  sign_in_failed: ({ actor }) => <Trans>Wrong password for {actor}</Trans>,
  sign_out_everywhere: ({ actor }) => <Trans>{actor} signed out everywhere</Trans>,
  password_changed: ({ actor }) => <Trans>{actor} changed their own password</Trans>,
  identity_connected: () => t`Connected a Google or school account to sign in with`,
  recovery_code_made: () => t`Made a recovery code`,
  recovery_code_used: ({ actor }) => <Trans>{actor} set a new password with the recovery code</Trans>,
  recovery_code_failed: ({ actor }) => <Trans>Wrong recovery code for {actor}</Trans>,
  submission_approved: ({ about, student }) => (
    <>
      Approved {about('a submission')} of {student}
    </>
  ),
  submission_denied: ({ about, student }) => (
    <>
      Denied {about('a submission')} of {student}
    </>
  ),
  submission_returned: ({ about, student }) => (
    <>
      Returned {about('a submission')} to {student} for another try
    </>
  ),
  review_undone: ({ about, student }) => (
    <>
      Undid the review of {about('a submission')} of {student}
    </>
  ),
  suggestion_approved: ({ about, student }) => (
    <>
      Approved the suggestion {about('of a goal')} of {student}
    </>
  ),
  suggestion_denied: ({ about, student }) => (
    <>
      Denied the suggestion {about('of a goal')} of {student}
    </>
  ),
  suggestion_answer_undone: ({ about, student }) => (
    <>
      Undid the answer to the suggestion {about('of a goal')} of {student}
    </>
  ),
  goal_completed: ({ about, student }) => (
    <>
      Completed {about('a goal')} of {student}
    </>
  ),
  goal_reopened: ({ about, student }) => (
    <>
      Reopened {about('a goal')} of {student}
    </>
  ),
  goal_deleted: ({ about, student }) => (
    <>
      Deleted the goal {about('')} of {student}
    </>
  ),
  assignment_edited: ({ about, row }) => (
    <>
      Changed the goal {about('')} of {formatCount(row.count, 'student')}
    </>
  ),
  assignment_deleted: ({ about, row }) => (
    <>
      Deleted the goal {about('')} of {formatCount(row.count, 'student')}
    </>
  ),
  student_password_changed: ({ student }) => <Trans>Gave {student} a new password</Trans>,
  student_unlocked: ({ student }) => <Trans>Unlocked {student} after wrong passwords</Trans>,
  student_moved: ({ about, student }) => (
    <>
      Moved {student} to {about('another class')}
    </>
  ),
  student_deleted: ({ student }) => <Trans>Deleted the student {student}</Trans>,
  student_erased: ({ student }) => <Trans>Erased {student}</Trans>,
  class_deleted: ({ about }) => <>Deleted the class {about('')}</>,
  class_code_changed: ({ about }) => <>Gave {about('a class')} a new class code</>,
  item_deleted: ({ about }) => <>Deleted the store item {about('')}</>,
  correction: ({ about, student }) => (
    <>
      Corrected the balance of {student}: {about('')}
    </>
  ),
  award: ({ about, student, row }) => (
    <>
      Awarded {row.studentName === null ? formatCount(row.count, 'student') : student}: {about('')}
    </>
  ),
  award_reversed: ({ about, student, row }) => (
    <>
      Took back an award from {row.studentName === null ? formatCount(row.count, 'student') : student}:{' '}
      {about('')}
    </>
  ),
  purchase_cancelled: ({ about, student }) => (
    <>
      Cancelled and refunded {about('a purchase')} of {student}
    </>
  ),
  purchase_fulfilled: ({ about, student }) => (
    <>
      Handed {about('a purchase')} to {student}
    </>
  ),
  fulfillment_undone: ({ about, student }) => (
    <>
      Marked {about('a purchase')} of {student} as not fulfilled
    </>
  ),
  backup_made: () => t`Made a backup`,
  backup_restored: () => t`Restored a backup`,
  export: ({ student, row }) => (
    <>Exported the data of {row.studentName === null ? 'all classes' : student}</>
  ),
  settings_changed: ({ about }) => <>Changed the settings: {about('')}</>,
  password_reset: () => t`Gave this account a new password`,
  account_disabled: () => t`Switched this account off`,
  account_enabled: () => t`Switched this account on again`,
  class_handed_over: ({ about }) => <>Handed over a class to somebody else: {about('')}</>,
  class_taken_over: ({ about }) => <>Handed over a class to you: {about('')}</>,
};

const ERASED = 'an erased student';

/** Name of the actor, capitalized at the start of a message. */
function actorLabel({ kind, whoName }: Activity): string {
  const first = includesActor(kind) && !isFailure(kind);
  return first && whoName === ERASED ? t`An erased student` : whoName;
}

/** One sentence that describes the event. */
export function ActivityMessage({ row }: { row: Activity }) {
  return messages[row.kind]({
    actor: <UserText>{actorLabel(row)}</UserText>,
    student: <UserText>{row.studentName ?? 'a student'}</UserText>,
    about: (unknown) => (row.about === null ? unknown : <UserText>{row.about}</UserText>),
    row,
  });
}

const CLASS_COMPUTER = 'class computer';

/** "on the class computer", "iPad, Safari, 10.0.0.17"; null for events of the program itself. */
export function deviceLabel({ device, address }: Activity): string | null {
  if (device === CLASS_COMPUTER) return `on the ${serverLabel()}`;
  return [device, address].filter((part) => part !== null).join(', ') || null;
}
