import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';

import type { SubmissionRow } from '@/api/types';

import { ProofViewer } from './proof-viewer';
import { deniedSubmissionsQuery, pendingSubmissionsQuery } from './queries';
import { SubmissionCard } from './submission-card';
import { useReviewDesk } from './use-review-desk';
import { useShortcuts } from './use-shortcuts';

type ReviewQueueProps = {
  teacherId: string;
  /** What is pending, newest first. */
  rows: SubmissionRow[];
  shortcuts: boolean;
  /** Around everything of the tab: it has the focus when nothing is left. */
  panel: RefObject<HTMLElement | null>;
};

/** The viewer's photo, and where the focus goes when it closes: into the review that it started, else to its card. */
function useViewing(cardOf: (id: string) => HTMLElement | undefined) {
  const [viewing, setViewing] = useState<SubmissionRow | null>(null);
  const last = useRef<SubmissionRow | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  return {
    viewing,
    enlarge: (row: SubmissionRow) => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      last.current = row;
      setViewing(row);
    },
    show: (row: SubmissionRow) => {
      opener.current = null;
      last.current = row;
      setViewing(row);
    },
    close: () => {
      setViewing(null);
    },
    returnFocus: () => {
      const card = cardOf(last.current?.id ?? '');
      return card?.querySelector('textarea') ?? opener.current ?? card?.querySelector('button') ?? null;
    },
  };
}

/** What is reviewed goes from the list at once, before it is asked for anew. */
function useDropFromList(teacherId: string) {
  const queryClient = useQueryClient();
  return (row: SubmissionRow) => {
    queryClient.setQueryData(pendingSubmissionsQuery(teacherId).queryKey, (list) =>
      list?.filter((other) => other.id !== row.id),
    );
  };
}

/** Everything that waits for a review, one card each. */
export function ReviewQueue({ teacherId, rows, shortcuts, panel }: ReviewQueueProps) {
  const drop = useDropFromList(teacherId);
  const denied = useQuery(deniedSubmissionsQuery(teacherId)).data ?? [];
  const desk = useReviewDesk(rows, () => panel.current?.focus());
  const viewer = useViewing(desk.cardOf);
  useShortcuts(panel, desk, shortcuts);
  const settle = (row: SubmissionRow) => {
    desk.leave(row);
    drop(row);
  };
  return (
    <>
      <ul className="flex flex-col gap-4">
        {rows.map((row) => (
          <li key={row.id}>
            <SubmissionCard
              row={row}
              earlier={denied.filter((other) => other.goalId === row.goalId)}
              verdict={desk.open?.id === row.id ? desk.open.verdict : null}
              onBegin={(verdict) => {
                desk.begin(verdict, row);
              }}
              onCancel={desk.cancel}
              onEnlarge={viewer.enlarge}
              onSettled={() => {
                settle(row);
              }}
              ref={desk.keepCard(row.id)}
            />
          </li>
        ))}
      </ul>
      {viewer.viewing && (
        <ProofViewer
          row={viewer.viewing}
          rows={rows}
          shortcuts={shortcuts}
          onShow={viewer.show}
          onClose={viewer.close}
          onReview={(verdict, row) => {
            viewer.close();
            desk.begin(verdict, row);
          }}
          returnFocus={viewer.returnFocus}
        />
      )}
    </>
  );
}
