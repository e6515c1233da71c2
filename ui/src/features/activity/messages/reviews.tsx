import { Plural, Trans } from '@lingui/react/macro';

import type { Messages } from './message';

export const reviewMessages = {
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
  goal_completed: ({ about: goal, student, row: { studentName, count } }) =>
    studentName === null && count > 1 ? (
      <Trans>
        Completed {goal} of <Plural value={count} one="# student" other="# students" />
      </Trans>
    ) : goal ? (
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
  assignment_edited: ({ about: goal, row: { count } }) => (
    <Trans>
      Changed the goal {goal} of <Plural value={count} one="# student" other="# students" />
    </Trans>
  ),
} satisfies Messages;
