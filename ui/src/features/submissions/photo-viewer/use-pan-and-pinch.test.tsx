import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { PhotoViewer } from './photo-viewer';

const STAGE = { width: 400, height: 800 };

/** Fakes a layout, which jsdom lacks: a stage of 400 x 800 px, with the photo centered, or scrolling if it is larger. */
function layOut() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(STAGE.width);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(STAGE.height);
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(STAGE.width);
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(STAGE.height);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (!(this instanceof HTMLElement) || this === stage())
      return new DOMRect(0, 0, STAGE.width, STAGE.height);
    return new DOMRect(
      -stage().scrollLeft,
      -stage().scrollTop,
      Number.parseFloat(this.style.width),
      Number.parseFloat(this.style.height),
    );
  });
  Element.prototype.scrollBy = function (this: Element, x?: unknown, y?: unknown) {
    this.scrollLeft += Number(x);
    this.scrollTop += Number(y);
  };
}

const stage = () => screen.getByRole('group', { name: 'Photo' });
const zoom = () => screen.getByRole('status').textContent;
const scrolled = () => [stage().scrollLeft, stage().scrollTop];

type Finger = [pointerId: number, clientX: number, clientY: number];

function touch(kind: 'pointerDown' | 'pointerMove' | 'pointerUp', ...fingers: Finger[]) {
  fingers.forEach(([pointerId, clientX, clientY]) => {
    fireEvent[kind](stage(), { pointerId, clientX, clientY, pointerType: 'touch', button: 0 });
  });
}

describe('a photo under two fingers', () => {
  beforeEach(() => {
    layOut();
    render(
      <PhotoViewer
        photo={{ src: '/photo', alt: 'Proof', title: 'Amara' }}
        onClose={vi.fn()}
        returnFocus={() => null}
      />,
    );
    act(() => {
      fireEvent.load(screen.getByRole('img', { name: 'Proof', hidden: true }));
    });
  });

  it('grows around the middle between them', () => {
    touch('pointerDown', [1, 50, 200], [2, 150, 200]);
    touch('pointerMove', [1, 0, 200], [2, 200, 200]);
    expect(zoom()).toBe('200%');
    // The point (100, 200) of the photo is now its point (200, 400), and is at the same place of the window.
    expect(scrolled()).toEqual([100, 200]);
  });

  it('moves with them', () => {
    touch('pointerDown', [1, 50, 200], [2, 150, 200]);
    touch('pointerMove', [1, 0, 200], [2, 200, 200]);
    touch('pointerMove', [1, -30, 150], [2, 170, 150]);
    expect(zoom()).toBe('200%');
    expect(scrolled()).toEqual([130, 250]);
  });

  it('moves with the one that stays', () => {
    touch('pointerDown', [1, 50, 200], [2, 150, 200]);
    touch('pointerMove', [1, 0, 200], [2, 200, 200]);
    touch('pointerUp', [2, 200, 200]);
    touch('pointerMove', [1, -10, 190]);
    expect(zoom()).toBe('200%');
    expect(scrolled()).toEqual([110, 210]);
    touch('pointerUp', [1, -10, 190]);
    touch('pointerMove', [1, 300, 300]);
    expect(scrolled()).toEqual([110, 210]);
  });

  it('is neither smaller than the stage nor larger than 600%', () => {
    touch('pointerDown', [1, 100, 100], [2, 110, 100]);
    touch('pointerMove', [2, 390, 100]);
    expect(zoom()).toBe('600%');
    // A button that has the focus and is disabled loses it.
    expect(screen.getByRole('button', { name: 'Zoom in' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-disabled', 'true');
    touch('pointerMove', [2, 101, 100]);
    expect(zoom()).toBe('100%');
  });

  it('goes on in the steps of the buttons', () => {
    touch('pointerDown', [1, 100, 100], [2, 200, 100]);
    touch('pointerMove', [2, 280, 100]);
    expect(zoom()).toBe('180%');
    fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(zoom()).toBe('200%');
  });
});
