import { type RefObject, useState } from 'react';

import { useKeydown } from '@/hooks/use-keydown';
import { browserStorage } from '@/lib/browser-storage';

import type { ReviewQueueState } from './use-review-queue';

const KEY = 'review_shortcuts';

/** Setting for single-key shortcuts, which must be possible to turn off (WCAG 2.1.4). */
export function useShortcutsSetting() {
  const [on, setOn] = useState(() => browserStorage.get(KEY) !== 'off');
  const change = (next: boolean) => {
    browserStorage.set(KEY, next ? 'on' : 'off');
    setOn(next);
  };
  return [on, change] as const;
}

/** Shortcuts work in the list, and on the page while nothing has the focus. */
function isShortcutTarget(target: EventTarget | null, list: HTMLElement | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  return target === document.body || target.tagName === 'MAIN' || Boolean(list?.contains(target));
}

/** Shortcuts: A approves, D denies, arrow keys navigate. Disabled while a form has the focus. */
export function useShortcuts(list: RefObject<HTMLElement | null>, queue: ReviewQueueState, on: boolean) {
  useKeydown((event) => {
    if (!isShortcutTarget(event.target, list.current)) return;
    if (event.key === 'Escape') queue.cancel();
    if (!on || event.target.closest('form, input, textarea, select')) return;
    const action = findAction(event.key, queue);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function findAction(key: string, queue: ReviewQueueState): (() => void) | undefined {
  const actions: Record<string, () => void> = {
    a: () => {
      queue.begin('approved');
    },
    d: () => {
      queue.begin('denied');
    },
    arrowright: () => {
      queue.moveFocus(1);
    },
    arrowleft: () => {
      queue.moveFocus(-1);
    },
  };
  const aliases: Record<string, string> = { arrowdown: 'arrowright', arrowup: 'arrowleft' };
  const name = key.toLowerCase();
  return actions[aliases[name] ?? name];
}
