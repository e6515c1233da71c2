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
  registered: () => 'Created this account',
  sign_in: ({ actor }) => <>{actor} signed in</>,
  sign_in_failed: ({ actor }) => <>Wrong password for {actor}</>,
  sign_out_everywhere: ({ actor }) => <>{actor} signed out everywhere</>,
  password_changed: ({ actor }) => <>{actor} changed their own password</>,
  identity_connected: () => 'Connected a Google or school account to sign in with',
  recovery_code_made: () => 'Made a recovery code',
  recovery_code_used: ({ actor }) => <>{actor} set a new password with the recovery code</>,
  recovery_code_failed: ({ actor }) => <>Wrong recovery code for {actor}</>,
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
  student_password_changed: ({ student }) => <>Gave {student} a new password</>,
  student_unlocked: ({ student }) => <>Unlocked {student} after wrong passwords</>,
  student_moved: ({ about, student }) => (
    <>
      Moved {student} to {about('another class')}
    </>
  ),
  student_deleted: ({ student }) => <>Deleted the student {student}</>,
  student_erased: ({ student }) => <>Erased {student}</>,
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
  backup_made: () => 'Made a backup',
  backup_restored: () => 'Restored a backup',
  export: ({ student, row }) => (
    <>Exported the data of {row.studentName === null ? 'all classes' : student}</>
  ),
  settings_changed: ({ about }) => <>Changed the settings: {about('')}</>,
  password_reset: () => 'Gave this account a new password',
  account_disabled: () => 'Switched this account off',
  account_enabled: () => 'Switched this account on again',
  class_handed_over: ({ about }) => <>Handed over a class to somebody else: {about('')}</>,
  class_taken_over: ({ about }) => <>Handed over a class to you: {about('')}</>,
};

const ERASED = 'an erased student';

/** Name of the actor, capitalized at the start of a message. */
function actorLabel({ kind, whoName }: Activity): string {
  const first = includesActor(kind) && !isFailure(kind);
  return first && whoName === ERASED ? 'An erased student' : whoName;
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
