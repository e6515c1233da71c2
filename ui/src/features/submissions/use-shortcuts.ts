import { type RefObject, useState } from 'react';

import { useKeyPress } from '@/hooks/use-key-press';
import { browserStorage } from '@/lib/browser-storage';

import type { ReviewDesk } from './use-review-desk';

const KEY = 'review_shortcuts';

/** Whether single letters act: whoever dictates to the computer has to be able to turn that off (WCAG 2.1.4). */
export function useShortcutsSwitch() {
  const [on, setOn] = useState(() => browserStorage.read(KEY) !== 'off');
  const turn = (next: boolean) => {
    browserStorage.keep(KEY, next ? 'on' : 'off');
    setOn(next);
  };
  return [on, turn] as const;
}

/** Keys count in the list, and on the page while nothing on it has the focus. */
function isOurs(target: EventTarget | null, list: HTMLElement | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  return target === document.body || target.tagName === 'MAIN' || Boolean(list?.contains(target));
}

/** A approves, D denies, arrow keys go to the next and the previous submission; not while a review is written. */
export function useShortcuts(list: RefObject<HTMLElement | null>, desk: ReviewDesk, on: boolean) {
  useKeyPress((event) => {
    if (!isOurs(event.target, list.current)) return;
    if (event.key === 'Escape') desk.cancel();
    if (!on || event.target.closest('form, input, textarea, select')) return;
    const act = actionOf(event.key, desk);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function actionOf(key: string, desk: ReviewDesk): (() => void) | undefined {
  const actions: Record<string, () => void> = {
    a: () => {
      desk.begin('approved');
    },
    d: () => {
      desk.begin('denied');
    },
    arrowright: () => {
      desk.step(1);
    },
    arrowleft: () => {
      desk.step(-1);
    },
  };
  const aliases: Record<string, string> = { arrowdown: 'arrowright', arrowup: 'arrowleft' };
  const name = key.toLowerCase();
  return actions[aliases[name] ?? name];
}
