import { i18n } from '@lingui/core';

import type { Language } from '@/lib/language';

/** A student who may get a card. */
export type CardStudent = { id: string; firstName: string; lastName: string; language: Language | null };

/** A valid card, as the server lists it. */
type ExistingCard = { studentId: string; madeAt: string };

export type Who = 'everybody' | 'without' | 'selected';

/** The students of each choice. */
export function studentsByChoice(
  students: CardStudent[],
  selected: ReadonlySet<string>,
  cards: ExistingCard[],
): Record<Who, CardStudent[]> {
  const holders = new Set(cards.map(({ studentId }) => studentId));
  return {
    everybody: students,
    without: students.filter(({ id }) => !holders.has(id)),
    selected: students.filter(({ id }) => selected.has(id)),
  };
}

/** The cards that new ones of these students replace, and the day on which all of them were made, if it is one. */
export function replacedCards(chosen: CardStudent[], cards: ExistingCard[]) {
  const ids = new Set(chosen.map(({ id }) => id));
  const replaced = cards.filter(({ studentId }) => ids.has(studentId));
  const days = new Set(replaced.map(({ madeAt }) => new Date(madeAt).toDateString()));
  return { replaced, madeAt: days.size === 1 ? replaced[0]?.madeAt : undefined };
}

const MAX_NAMES = 3;

/** Full names of up to three students; undefined for more. */
export function namesOfFew(students: CardStudent[]): string | undefined {
  if (students.length === 0 || students.length > MAX_NAMES) return undefined;
  const names = students.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  return new Intl.ListFormat(i18n.locale, { type: 'unit' }).format(names);
}
