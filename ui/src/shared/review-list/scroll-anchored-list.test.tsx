import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ScrollAnchoredList } from './scroll-anchored-list';

beforeEach(() => {
  vi.stubGlobal('scrollBy', vi.fn());
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { top: [...(this.parentElement?.children ?? [])].indexOf(this) * 100 } as DOMRect;
  });
});

function list(ids: string[], anchor: string | null, note = '') {
  return (
    <ScrollAnchoredList
      order={ids.join()}
      anchor={() => (anchor === null ? null : screen.queryByText(anchor))}
    >
      {ids.map((id) => (
        <li key={id}>{id}</li>
      ))}
      {note}
    </ScrollAnchoredList>
  );
}

describe('a steady list', () => {
  it.each([
    ['comes in above', ['new', 'a', 'b'], 100],
    ['goes above', ['b'], -100],
  ])('scrolls by as much as what %s moves what is held', (_what, after, by) => {
    const { rerender } = render(list(['a', 'b'], 'b'));
    rerender(list(after, 'b'));
    expect(scrollBy).toHaveBeenCalledExactlyOnceWith(0, by);
  });

  it.each([
    ['what comes in below', ['a', 'b', 'new'], 'b'],
    ['what is held going itself', ['b'], 'a'],
    ['nothing being held', ['new', 'a', 'b'], null],
    ['the same rows', ['a', 'b'], 'b'],
  ])('stays where it is with %s', (_what, after, held) => {
    const { rerender } = render(list(['a', 'b'], held));
    rerender(list(after, held, 'changed otherwise'));
    expect(scrollBy).not.toHaveBeenCalled();
  });
});
