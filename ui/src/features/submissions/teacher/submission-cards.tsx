import { useRef } from 'react';

import type { SubmissionListItem } from '@/api/types';
import { classNames } from '@/lib/class-names';
import { ScrollAnchoredList } from '@/shared/review-list/scroll-anchored-list';
import type { QueueOrder } from '@/shared/review-list/use-stable-queue';

import { SubmissionCard } from './submission-card';
import { isTextAlone } from './submission-line';
import type { ReviewQueueState } from './use-review-queue';
import type { Selection } from './use-selection';

/** Scroll anchor of the list; none when the sort order changes. */
function useScrollAnchor(order: QueueOrder, anchor: ReviewQueueState['anchor']) {
  const shown = useRef(order);
  return () => {
    const isSorted = shown.current === order;
    shown.current = order;
    return isSorted ? anchor() : null;
  };
}

type SubmissionCardsProps = {
  /** The submissions that are shown. */
  rows: SubmissionListItem[];
  /** All pending submissions: those that a filter hides keep what was typed. */
  pending: SubmissionListItem[];
  order: QueueOrder;
  queue: ReviewQueueState;
  selection: Selection;
  onEnlarge: (row: SubmissionListItem) => void;
  onLeft: (row: SubmissionListItem) => void;
};

const selectionOf = (selection: Selection, row: SubmissionListItem) =>
  selection.isSelecting
    ? {
        chosen: selection.selected.includes(row),
        onToggle: () => {
          selection.toggle(row);
        },
      }
    : null;

const isLine = (row: SubmissionListItem | undefined) => row !== undefined && isTextAlone(row);

/** The queue. Lines that follow each other are joined. */
export function SubmissionCards({
  rows,
  pending,
  order,
  queue,
  selection,
  onEnlarge,
  onLeft,
}: SubmissionCardsProps) {
  const anchor = useScrollAnchor(order, queue.anchor);
  const places = new Map(rows.map((row, place) => [row, place]));
  return (
    <ScrollAnchoredList
      order={rows.map(({ id }) => id).join()}
      anchor={anchor}
      className="card-columns gap-4"
    >
      {pending.map((row) => {
        const place = places.get(row);
        const joinsPrevious = place !== undefined && isLine(row) && isLine(rows[place - 1]);
        const joinsNext = place !== undefined && isLine(row) && isLine(rows[place + 1]);
        return (
          <li
            key={row.id}
            hidden={place === undefined}
            className={classNames(isLine(row) && 'col-span-full', joinsPrevious && '-mt-4.25')}
          >
            <SubmissionCard
              row={row}
              className={classNames(joinsPrevious && 'rounded-t-none', joinsNext && 'rounded-b-none')}
              verdict={queue.open?.id === row.id ? queue.open.verdict : null}
              selection={selectionOf(selection, row)}
              onBegin={(verdict) => {
                queue.begin(verdict, row);
              }}
              onCancel={queue.cancel}
              onEnlarge={onEnlarge}
              onLeft={() => {
                onLeft(row);
              }}
            />
          </li>
        );
      })}
    </ScrollAnchoredList>
  );
}
