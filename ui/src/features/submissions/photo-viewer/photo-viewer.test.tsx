import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Direction } from 'radix-ui';
import { describe, expect, it, vi } from 'vitest';

import { PhotoViewer } from './photo-viewer';

/** Presses the key in a viewer with a photo before and one after its own; returns which was shown. */
async function press(key: string, dir: 'ltr' | 'rtl') {
  const onPrevious = vi.fn();
  const onNext = vi.fn();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
  render(
    <Direction.Provider dir={dir}>
      <PhotoViewer
        photo={{ src: '/photo', alt: 'Proof', title: 'Amara' }}
        onPrevious={onPrevious}
        onNext={onNext}
        position="2 of 3"
        onClose={vi.fn()}
        returnFocus={() => null}
      />
    </Direction.Provider>,
  );
  await userEvent.keyboard(`{${key}}`);
  return { previous: onPrevious.mock.calls.length, next: onNext.mock.calls.length };
}

const PREVIOUS = { previous: 1, next: 0 };
const NEXT = { previous: 0, next: 1 };

describe('an arrow key in the photo viewer', () => {
  it.each([
    ['ltr', 'ArrowLeft', PREVIOUS],
    ['ltr', 'ArrowRight', NEXT],
    ['rtl', 'ArrowRight', PREVIOUS],
    ['rtl', 'ArrowLeft', NEXT],
    ['rtl', 'ArrowUp', PREVIOUS],
    ['rtl', 'ArrowDown', NEXT],
  ] as const)('shows the photo at which the button points: %s, %s', async (dir, key, shown) => {
    expect(await press(key, dir)).toEqual(shown);
  });
});
