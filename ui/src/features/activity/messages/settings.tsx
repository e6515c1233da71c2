import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';

import { describeSettings } from '@/features/activity/changed-settings';

import type { Messages } from './message';

export const settingsMessages = {
  password_changed: ({ actor }) => <Trans>{actor} changed their own password</Trans>,
  identity_connected: () => t`Connected a Google or school account to sign in with`,
  recovery_code_made: () => t`Made a recovery code`,
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
  student_away: ({ student }) => <Trans>Marked {student} as away</Trans>,
  student_back: ({ student }) => <Trans>Marked {student} as back</Trans>,
  substitute_code_made: ({ about: classroom }) => <Trans>Made a substitute code for {classroom}</Trans>,
  substitute_code_ended: ({ about: classroom }) => <Trans>Ended the substitute code of {classroom}</Trans>,
  class_archived: ({ about: classroom }) => <Trans>Archived the class {classroom}</Trans>,
  class_brought_back: ({ about: classroom }) => <Trans>Brought the class {classroom} back</Trans>,
  class_code_changed: ({ about: classroom }) =>
    classroom ? (
      <Trans>Gave {classroom} a new class code</Trans>
    ) : (
      <Trans>Gave a class a new class code</Trans>
    ),
  new_term: ({ about: classroom }) => <Trans>Began a new term in {classroom}</Trans>,
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
  co_teacher_invited: ({ about: classroom }) => <Trans>Made an invitation code for {classroom}</Trans>,
  co_teacher_joined: ({ about: classroom }) => <Trans>Joined {classroom} as a co-teacher</Trans>,
  co_teacher_left: ({ about: classroom }) => <Trans>Left {classroom} as a co-teacher</Trans>,
  co_teacher_ended: ({ about: details }) => <Trans>Ended the membership of a co-teacher: {details}</Trans>,
} satisfies Messages;
