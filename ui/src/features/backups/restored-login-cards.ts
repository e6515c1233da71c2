import { plural } from '@lingui/core/macro';

import { isRecord } from '@/lib/is-record';

/** What a restore did to the login cards, from its response; empty if there were none. */
export function describeLoginCards(answer: unknown): string {
  const { loginCards, loginCardsEnded } = isRecord(answer) ? answer : {};
  const sentences = [
    typeof loginCards === 'number' &&
      loginCards > 0 &&
      plural(loginCards, {
        one: '# login card counts as on that day, even if it was replaced or ended since. Sign in to end it.',
        other:
          '# login cards count as on that day, also those that were replaced or ended since. Sign in to end them.',
      }),
    typeof loginCardsEnded === 'number' &&
      loginCardsEnded > 0 &&
      plural(loginCardsEnded, {
        one: '# login card of another computer has ended. Print a new one.',
        other: '# login cards of another computer have ended. Print new ones.',
      }),
  ];
  return sentences.filter(Boolean).join(' ');
}
