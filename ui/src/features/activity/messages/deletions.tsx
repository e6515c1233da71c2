import { Plural, Trans } from '@lingui/react/macro';

import type { Messages } from './message';

export const deletionMessages = {
  goal_deleted: ({ about: goal, student }) => (
    <Trans>
      Deleted the goal {goal} of {student}
    </Trans>
  ),
  assignment_deleted: ({ about: goal, row: { count } }) => (
    <Trans>
      Deleted the goal {goal} of <Plural value={count} one="# student" other="# students" />
    </Trans>
  ),
  student_deleted: ({ student }) => <Trans>Deleted the student {student}</Trans>,
  student_erased: ({ student }) => <Trans>Erased {student}</Trans>,
  class_deleted: ({ about: classroom }) => <Trans>Deleted the class {classroom}</Trans>,
  item_deleted: ({ about: item }) => <Trans>Deleted the store item {item}</Trans>,
} satisfies Messages;
