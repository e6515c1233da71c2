import { Plural, Trans } from '@lingui/react/macro';

import type { Messages } from './message';

export const goalbucksMessages = {
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
  class_goal_made: ({ about: goal }) => <Trans>Started the class goal {goal}</Trans>,
  class_goal_edited: ({ about: goal }) => <Trans>Changed the class goal {goal}</Trans>,
  class_goal_ended: ({ about: goal }) => (
    <Trans>Ended the class goal {goal}: everybody got back what they gave</Trans>
  ),
  class_goal_done: ({ about: goal }) => <Trans>Marked the class goal {goal} as done</Trans>,
} satisfies Messages;
