import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { MessageSquareText } from 'lucide-react';

import { useStudent } from '@/auth/session-context';
import { TeacherNote } from '@/features/submissions/student/teacher-note';
import { type Unseen, useUnseen } from '@/hooks/use-unseen';
import { createSeenStore } from '@/lib/seen-store';
import type { GoalWithSubmission } from '@/pages/student/use-current-goals';
import { SpokenNotice } from '@/shared/read-aloud/spoken-notice';

import type { NewsSource } from './news-source';

/** Maximum number of denials shown with their comment. */
const MAX_NAMED = 3;

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
    <SpokenNotice
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
    </SpokenNotice>
  );
}

/** Notices for denied submissions: the first `MAX_NAMED` individually, the rest as a count. */
function DenialNotices({ unseen, dismiss }: Unseen<GoalWithSubmission>) {
  const rest = unseen.slice(MAX_NAMED);
  const restCount = rest.length;
  return (
    <>
      {unseen.slice(0, MAX_NAMED).map((row) => (
        <Denial
          key={row.goal.id}
          row={row}
          onDismiss={() => {
            dismiss([row]);
          }}
        />
      ))}
      {restCount > 0 && (
        <SpokenNotice
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
        </SpokenNotice>
      )}
    </>
  );
}

/** The id includes the review time, so that a repeated denial counts as new. */
const seenDenials = createSeenStore<GoalWithSubmission>('seen_denials', {
  getId: ({ submission }) => `${submission?.id ?? ''} ${submission?.reviewedAt ?? ''}`,
  getTime: ({ submission }) => submission?.reviewedAt ?? null,
});

const reviewTime = ({ submission }: GoalWithSubmission) => submission?.reviewedAt ?? '';

/** Goals whose last proof was denied, latest review first. */
function deniedGoals(rows: GoalWithSubmission[] | undefined) {
  return rows
    ?.filter(({ submission }) => submission?.status === 'denied')
    .sort((one, other) => (reviewTime(one) < reviewTime(other) ? 1 : -1));
}

/** Denied proof of the current goals; `named` are the ids of the goals whose comment is shown. */
export function useDenialNews(
  rows: GoalWithSubmission[] | undefined,
): NewsSource & { named: ReadonlySet<string> } {
  const denials = useUnseen({ personId: useStudent().id, store: seenDenials, rows: deniedGoals(rows) });
  const { unseen } = denials;
  return {
    ids: unseen.flatMap(({ submission }) => submission?.id ?? []),
    notices: <DenialNotices {...denials} />,
    named: new Set(unseen.slice(0, MAX_NAMED).map(({ goal }) => goal.id)),
  };
}
