import { plural, t } from '@lingui/core/macro';

import type { Goal, StoreItem, Submission } from '@/api/types';
import { formatCalendarDate, formatNumber, formatPastDay } from '@/lib/format';
import { serverClock } from '@/lib/server-clock';
import { paidOf } from '@/shared/paid-of';

/** What a button reads; without any of these the notice in which it stands. */
export type Spoken = {
  goal?: Goal;
  /** The goal's newest proof. */
  submission?: Submission | undefined;
  item?: StoreItem;
  /** The student's balance; undefined while loading. */
  balance?: number | undefined;
  /** What prevents buying the item, if it isn't the stock or the balance. */
  obstacle?: string | null | undefined;
  /** What the teacher wrote. */
  comment?: string;
};

const MAX_LENGTH = 300;
/** Within the day in local time. */
const NOON = '12:00';

/** At most 300 characters: up to the last sentence that ends within them, else up to the last word. */
export function shorten(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= MAX_LENGTH) return text;
  const start = characters.slice(0, MAX_LENGTH).join('');
  const [sentences] = /^.*(?:[.!?…؟](?=\s)|[。！？])/su.exec(start) ?? [];
  const [words] = /^.*(?=\s)/su.exec(start) ?? [];
  return (sentences ?? words ?? start).trimEnd();
}

/** Joins texts as sentences, so that the voice pauses between them. */
export function joinSentences(texts: readonly (string | null | undefined)[]): string {
  return texts
    .flatMap((text) => text?.split('\n') ?? [])
    .map((text) => text.trim().replaceAll(/\s+/gu, ' '))
    .filter(Boolean)
    .map((text) => (/[.!?…:؟。！？：][”"»)]?$/u.test(text) ? text : `${text}.`))
    .join(' ');
}

/** The text without the separators of thousands in its numbers, which only voices of the same country read well. */
function ungroupNumbers(text: string): string {
  const [separator = ''] = /\D/.exec(formatNumber(1_000_000)) ?? [];
  return text.replaceAll(new RegExp(`(\\d)[${separator}](?=\\d{3}(?!\\d))`, 'gu'), '$1');
}

/** "1250 GoalBucks" */
const spokenAmount = (value: number) =>
  ungroupNumbers(plural(value, { one: '# GoalBuck', other: '# GoalBucks' }));

function dueText({ dueDate, overdue }: Goal): string | null {
  if (dueDate === null) return null;
  if (overdue) {
    const pastDay = formatPastDay(`${dueDate}T${NOON}`, serverClock.today());
    return t`Overdue: was due ${pastDay}`;
  }
  const day = formatCalendarDate(dueDate);
  return t`Due ${day}`;
}

/** When the goal is due or was sent, and what became of it: what its card shows. */
function goalState(goal: Goal, submission: Submission | undefined): (string | null)[] {
  if (goal.completedAt !== null) {
    const day = formatPastDay(goal.completedAt);
    return [t`Completed ${day}`];
  }
  if (!submission) return [dueText(goal), t`Not sent yet.`];
  if (submission.status === 'pending') {
    const day = formatPastDay(submission.createdAt);
    return [t`Sent ${day}`, t({ message: 'Pending Review', comment: 'Status of a submission' })];
  }
  if (submission.allowResubmission) {
    return [
      dueText(goal),
      t({ message: 'Returned', comment: 'Status of a submission that the student may send again' }),
      t`You can try again and send new proof.`,
    ];
  }
  return [t({ message: 'Denied', comment: 'Status of a submission' })];
}

function itemState({ item, balance, obstacle }: Spoken): (string | null)[] {
  if (!item) return [];
  if (obstacle) return [obstacle];
  const { goalbucksCost, stock } = item;
  if (stock === 0) return [t`Sold out`];
  if (balance !== undefined && balance < goalbucksCost) {
    const missing = goalbucksCost - balance;
    return [t`Not Enough GoalBucks`, ungroupNumbers(plural(missing, { other: '# more to go' }))];
  }
  if (stock === null) return [];
  return [ungroupNumbers(plural(stock, { other: '# left' }))];
}

/** The texts of a notice, without those of its buttons and of comments, which have buttons of their own. */
function noticeText(notice: Element): string {
  const copy = notice.cloneNode(true) as Element;
  for (const part of copy.querySelectorAll('button, [data-comment]')) part.remove();
  return joinSentences(
    [...copy.querySelectorAll('h2, p, li')].map(({ textContent }) => ungroupNumbers(textContent)),
  );
}

/** What is read aloud. `button`: the pressed one, for a notice. */
export function spokenText(
  { goal, submission, item, balance, obstacle, comment }: Spoken,
  button: Element,
): string {
  if (goal) {
    const isCurrent = goal.completedAt === null;
    return shorten(
      joinSentences([
        goal.name,
        spokenAmount(paidOf(goal)),
        ...goalState(goal, submission),
        isCurrent ? goal.details : null,
      ]),
    );
  }
  if (item) {
    return shorten(
      joinSentences([
        item.name,
        spokenAmount(item.goalbucksCost),
        ...itemState({ item, balance, obstacle }),
        item.description,
      ]),
    );
  }
  if (comment !== undefined) return shorten(joinSentences([comment]));
  const notice = button.closest('[data-notice]');
  return notice ? shorten(noticeText(notice)) : '';
}

/** The name of what is read, in the button's name. */
export function spokenName({ goal, item, comment }: Spoken): string {
  return goal?.name ?? item?.name ?? (comment === undefined ? t`this message` : t`what your teacher wrote`);
}
