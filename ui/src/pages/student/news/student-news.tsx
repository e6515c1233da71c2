import { t } from '@lingui/core/macro';
import { Fragment, type RefObject, useEffect, useRef } from 'react';

import { announce } from '@/components/live-region/announce';
import { toast } from '@/components/toast/toast-store';
import { scrollPaddingTop } from '@/lib/scroll-padding';

import type { StudentNewsState } from './use-student-news';

function isOutOfView(box: HTMLElement | null) {
  return box !== null && scrollY > 0 && box.getBoundingClientRect().bottom <= scrollPaddingTop();
}

function showToast(box: RefObject<HTMLElement | null>) {
  toast({
    title: t`News from your teacher`,
    action: {
      label: t({ message: 'Show', comment: 'Button that leads to the news' }),
      altText: t`It is at the top of the page.`,
      onPress: () => {
        box.current?.focus();
        scrollTo(0, 0);
      },
    },
  });
}

/**
 * Announces news that a dialog hides from screen readers. While the box with them is scrolled out of view, shows a toast
 * whose button scrolls there.
 */
function useNewsToast(newest: string) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (newest === '' || !box.current) return;
    if (box.current.closest('[aria-hidden=true]')) announce(t`News from your teacher`);
    // A page that was just opened is scrolled to its top after this effect.
    const frame = requestAnimationFrame(() => {
      if (isOutOfView(box.current)) showToast(box);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [newest]);
  return box;
}

/** Changes by the teacher since the last visit, each shown once per device until dismissed. */
export function StudentNews({ news: { sources } }: { news: StudentNewsState }) {
  const box = useNewsToast(
    Object.values(sources)
      .flatMap(({ ids }) => ids)
      .join(),
  );
  return (
    <div ref={box} role="status" aria-atomic={false} tabIndex={-1} className="outline-none">
      {Object.entries(sources).map(([name, { notices }]) => (
        <Fragment key={name}>{notices}</Fragment>
      ))}
    </div>
  );
}
