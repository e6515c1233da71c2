import { Trans } from '@lingui/react/macro';
import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { submissionKeys } from '@/api/keys';
import type { Submission } from '@/api/types';
import { formatPastDay } from '@/lib/format';

/** Enough for the last denial of each current goal. */
const DENIED_LIMIT = 100;

/** A student's newest denied submissions, newest first. */
export const deniedSubmissionsQuery = (studentId: string) =>
  queryOptions({
    queryKey: submissionKeys.denied(studentId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/submissions/student/{student_id}', {
          signal,
          params: { path: { student_id: studentId }, query: { status: 'denied', limit: DENIED_LIMIT } },
        }),
      ),
  });

/** What the last review of a current goal said, in one line. */
export function LastDenial({ submission }: { submission: Submission }) {
  const { comment, allowResubmission, reviewedAt, createdAt } = submission;
  const day = formatPastDay(reviewedAt ?? createdAt);
  return (
    <p className="line-clamp-2 wrap-anywhere">
      {allowResubmission ? <Trans>Returned {day}</Trans> : <Trans>Denied {day}, without another try</Trans>}
      {comment !== null && (
        <>
          : <q dir="auto">{comment}</q>
        </>
      )}
    </p>
  );
}
