import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import type { Activity } from '@/api/types';

import { actorName, studentName } from './activity-texts';
import { describeSettings } from './changed-settings';
import type { Kind } from './kinds';

/** Isolates user-entered text so that its direction doesn't affect the rest of the message. */
function UserText({ children }: { children: string }) {
  return <bdi className="font-mid wrap-anywhere">{children}</bdi>;
}

type MessageParts = {
  actor: ReactNode;
  student: ReactNode;
  /** The goal, item, class or reason; null if it is unknown. */
  about: ReactNode;
  row: Activity;
};

const messages: Record<Kind, (parts: MessageParts) => ReactNode> = {
  registered: () => t`Created this account`,
  sign_in: ({ actor }) => <Trans>{actor} signed in</Trans>,
  card_sign_in: ({ actor }) => <Trans>{actor} signed in with a login card</Trans>,
  sign_in_failed: ({ actor }) => <Trans>Wrong password for {actor}</Trans>,
  sign_out_everywhere: ({ actor }) => <Trans>{actor} signed out everywhere</Trans>,
  session_ended: ({ actor, about: device }) =>
    device ? (
      <Trans>
        {actor} signed out a device: {device}
      </Trans>
    ) : (
      <Trans>{actor} signed out a device</Trans>
    ),
  password_changed: ({ actor }) => <Trans>{actor} changed their own password</Trans>,
  identity_connected: () => t`Connected a Google or school account to sign in with`,
  recovery_code_made: () => t`Made a recovery code`,
  recovery_code_used: ({ actor }) => <Trans>{actor} set a new password with the recovery code</Trans>,
  recovery_code_failed: ({ actor }) => <Trans>Wrong recovery code for {actor}</Trans>,
  submission_approved: ({ about: goal, student }) =>
    goal ? (
      <Trans>
        Approved {goal} of {student}
      </Trans>
    ) : (
      <Trans>Approved a submission of {student}</Trans>
    ),
  submission_denied: ({ about: goal, student }) =>
    goal ? (
      <Trans>
        Denied {goal} of {student}
      </Trans>
    ) : (
      <Trans>Denied a submission of {student}</Trans>
    ),
  submission_returned: ({ about: goal, student }) =>
    goal ? (
      <Trans>
        Returned {goal} to {student} for another try
      </Trans>
    ) : (
      <Trans>Returned a submission to {student} for another try</Trans>
    ),
  review_undone: ({ about: goal, student }) =>
    goal ? (
      <Trans>
        Undid the review of {goal} of {student}
      </Trans>
    ) : (
      <Trans>Undid the review of a submission of {student}</Trans>
    ),
  suggestion_approved: ({ about: goal, student }) =>
    goal ? (
      <Trans>
        Approved the suggestion {goal} of {student}
      </Trans>
    ) : (
      <Trans>Approved the suggestion of a goal of {student}</Trans>
    ),
  suggestion_denied: ({ about: goal, student }) =>
    goal ? (
      <Trans>
        Denied the suggestion {goal} of {student}
      </Trans>
    ) : (
      <Trans>Denied the suggestion of a goal of {student}</Trans>
    ),
  suggestion_answer_undone: ({ about: goal, student }) =>
    goal ? (
      <Trans>
        Undid the answer to the suggestion {goal} of {student}
      </Trans>
    ) : (
      <Trans>Undid the answer to the suggestion of a goal of {student}</Trans>
    ),
  goal_completed: ({ about: goal, student }) =>
    goal ? (
      <Trans>
        Completed {goal} of {student}
      </Trans>
    ) : (
      <Trans>Completed a goal of {student}</Trans>
    ),
  goal_reopened: ({ about: goal, student }) =>
    goal ? (
      <Trans>
        Reopened {goal} of {student}
      </Trans>
    ) : (
      <Trans>Reopened a goal of {student}</Trans>
    ),
  goal_deleted: ({ about: goal, student }) => (
    <Trans>
      Deleted the goal {goal} of {student}
    </Trans>
  ),
  assignment_edited: ({ about: goal, row: { count } }) => (
    <Trans>
      Changed the goal {goal} of <Plural value={count} one="# student" other="# students" />
    </Trans>
  ),
  assignment_deleted: ({ about: goal, row: { count } }) => (
    <Trans>
      Deleted the goal {goal} of <Plural value={count} one="# student" other="# students" />
    </Trans>
  ),
  roster_imported: ({ about: classroom, row: { count } }) => (
    <Trans>
      Imported <Plural value={count} one="# student" other="# students" /> into {classroom}
    </Trans>
  ),
  login_cards_made: ({ about: classroom, student, row: { studentName, count } }) =>
    studentName === null ? (
      <Trans>
        Made login cards for <Plural value={count} one="# student" other="# students" /> of {classroom}
      </Trans>
    ) : (
      <Trans>Made a login card for {student}</Trans>
    ),
  login_cards_ended: ({ about: classroom, student, row: { studentName, count } }) =>
    studentName === null ? (
      <Trans>
        Ended the login cards of <Plural value={count} one="# student" other="# students" /> of {classroom}
      </Trans>
    ) : (
      <Trans>Ended the login card of {student}</Trans>
    ),
  login_cards_invalidated: ({ row: { count } }) => (
    <Plural
      value={count}
      one="Ended # login card of another computer"
      other="Ended # login cards of another computer"
    />
  ),
  student_password_changed: ({ student }) => <Trans>Gave {student} a new password</Trans>,
  student_unlocked: ({ about: classroom, student, row: { studentName, count } }) =>
    studentName === null ? (
      <Trans>
        Unlocked <Plural value={count} one="# student" other="# students" /> of {classroom} after wrong
        sign-ins
      </Trans>
    ) : (
      <Trans>Unlocked {student} after wrong sign-ins</Trans>
    ),
  student_moved: ({ about: classroom, student }) =>
    classroom ? (
      <Trans>
        Moved {student} to {classroom}
      </Trans>
    ) : (
      <Trans>Moved {student} to another class</Trans>
    ),
  student_deleted: ({ student }) => <Trans>Deleted the student {student}</Trans>,
  student_erased: ({ student }) => <Trans>Erased {student}</Trans>,
  class_deleted: ({ about: classroom }) => <Trans>Deleted the class {classroom}</Trans>,
  class_code_changed: ({ about: classroom }) =>
    classroom ? (
      <Trans>Gave {classroom} a new class code</Trans>
    ) : (
      <Trans>Gave a class a new class code</Trans>
    ),
  pictures_failed: ({ actor }) => <Trans>Wrong pictures for {actor}</Trans>,
  pictures_on: ({ about: classroom }) => <Trans>Turned on picture sign-in for {classroom}</Trans>,
  pictures_off: ({ about: classroom, student, row: { studentName } }) =>
    studentName === null ? (
      <Trans>Turned off picture sign-in for {classroom}</Trans>
    ) : (
      <Trans>Turned off the pictures of {student}</Trans>
    ),
  pictures_changed: ({ about: classroom, student, row: { studentName, count } }) =>
    studentName === null ? (
      <Trans>
        Gave <Plural value={count} one="# student" other="# students" /> of {classroom} new pictures
      </Trans>
    ) : (
      <Trans>Gave {student} new pictures</Trans>
    ),
  item_deleted: ({ about: item }) => <Trans>Deleted the store item {item}</Trans>,
  correction: ({ about: reason, student }) => (
    <Trans>
      Corrected the balance of {student}: {reason}
    </Trans>
  ),
  award: ({ about: reason, student, row: { studentName, count } }) =>
    studentName === null ? (
      <Trans>
        Awarded <Plural value={count} one="# student" other="# students" />: {reason}
      </Trans>
    ) : (
      <Trans>
        Awarded {student}: {reason}
      </Trans>
    ),
  award_reversed: ({ about: reason, student, row: { studentName, count } }) =>
    studentName === null ? (
      <Trans>
        Took back an award from <Plural value={count} one="# student" other="# students" />: {reason}
      </Trans>
    ) : (
      <Trans>
        Took back an award from {student}: {reason}
      </Trans>
    ),
  purchase_cancelled: ({ about: item, student }) =>
    item ? (
      <Trans>
        Cancelled and refunded {item} of {student}
      </Trans>
    ) : (
      <Trans>Cancelled and refunded a purchase of {student}</Trans>
    ),
  purchase_fulfilled: ({ about: item, student }) =>
    item ? (
      <Trans>
        Handed {item} to {student}
      </Trans>
    ) : (
      <Trans>Handed a purchase to {student}</Trans>
    ),
  fulfillment_undone: ({ about: item, student }) =>
    item ? (
      <Trans>
        Marked {item} of {student} as not fulfilled
      </Trans>
    ) : (
      <Trans>Marked a purchase of {student} as not fulfilled</Trans>
    ),
  backup_made: () => t`Made a backup`,
  backup_restored: () => t`Restored a backup`,
  export: ({ student, row: { studentName } }) =>
    studentName === null ? (
      <Trans>Exported the data of all classes</Trans>
    ) : (
      <Trans>Exported the data of {student}</Trans>
    ),
  settings_changed: ({ row: { about } }) => {
    const changes = describeSettings(about ?? '');
    return <Trans>Changed the settings: {changes}</Trans>;
  },
  password_reset: () => t`Gave this account a new password`,
  account_disabled: () => t`Switched this account off`,
  account_enabled: () => t`Switched this account on again`,
  class_handed_over: ({ about: details }) => <Trans>Handed over a class to somebody else: {details}</Trans>,
  class_taken_over: ({ about: details }) => <Trans>Handed over a class to you: {details}</Trans>,
};

/** One sentence that describes the event. */
export function ActivityMessage({ row }: { row: Activity }) {
  return messages[row.kind]({
    actor: <UserText>{actorName(row)}</UserText>,
    student: <UserText>{studentName(row.studentName)}</UserText>,
    about: row.about === null ? null : <UserText>{row.about}</UserText>,
    row,
  });
}
