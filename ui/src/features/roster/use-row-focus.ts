import { useEffect, useRef, useState } from 'react';

/**
 * Moves the focus after a row's question was answered or its fields were closed: to the row's button, else, if the row
 * has left the list, to the next answer, else to the selected tab. Returns a ref of the list.
 */
export function useRowFocus() {
  const list = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<{ key: string } | null>(null);
  useEffect(() => {
    if (!target || !list.current) return;
    const { current } = list;
    const button = current.querySelector<HTMLElement>(`[data-row-action="${target.key}"]`);
    const answer = current.querySelector<HTMLElement>('[role=group] button');
    (button ?? answer ?? current.querySelector<HTMLElement>('[role=tab][aria-selected=true]'))?.focus();
  }, [target]);
  return {
    list,
    focusRow: (key: string) => {
      setTarget({ key });
    },
  };
}
