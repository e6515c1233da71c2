import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { MessageSquareText } from 'lucide-react';

import { Notice } from '@/components/notice';
import { TeacherNote } from '@/features/submissions/student/teacher-note';
import type { Unseen } from '@/hooks/use-unseen';

import type { GoalWithSubmission } from './use-current-goals';

const icon = <MessageSquareText aria-hidden />;

function Denial({
  row: { goal, submission },
  onDismiss,
}: {
  row: GoalWithSubmission;
  onDismiss: () => void;
}) {
  const { name } = goal;
  return (
    <Notice
      icon={icon}
      title={
        <Trans>
          Your teacher looked at &ldquo;<bdi>{name}</bdi>&rdquo;
        </Trans>
      }
      onDismiss={onDismiss}
    >
      {typeof submission?.comment === 'string' && <TeacherNote comment={submission.comment} />}
      <p className="mt-2 text-ink-2">
        {submission?.allowResubmission
          ? t`You can try again and send new proof.`
          : t`This goal can't be sent again. If you have a question, ask your teacher.`}
      </p>
    </Notice>
  );
}

/** Notices for denied submissions: the first `named` individually, the rest as a count. */
export function DenialNews({
  news: { unseen, dismiss },
  named,
}: {
  news: Unseen<GoalWithSubmission>;
  named: number;
}) {
  const rest = unseen.slice(named);
  const restCount = rest.length;
  return (
    <>
      {unseen.slice(0, named).map((row) => (
        <Denial
          key={row.goal.id}
          row={row}
          onDismiss={() => {
            dismiss([row]);
          }}
        />
      ))}
      {restCount > 0 && (
        <Notice
          icon={icon}
          title={plural(restCount, {
            one: 'Your teacher looked at # more goal',
            other: 'Your teacher looked at # more goals',
          })}
          onDismiss={() => {
            dismiss(rest);
          }}
        >
          <p className="text-ink-2">
            <Trans>You can read what your teacher wrote on My Goals.</Trans>
          </p>
        </Notice>
      )}
    </>
  );
}
