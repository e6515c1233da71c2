import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Direction } from 'radix-ui';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Dialog } from '@/components/dialog/dialog';

import { toast } from './toast-store';
import { Toaster } from './toaster';

const show = (title: string, tone: 'success' | 'error' = 'success') => {
  act(() => {
    toast({ title, tone });
  });
};
const pass = (milliseconds: number) => {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
};
const shown = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

/** Swipes this many pixels to the right; negative: to the left. */
function swipe(pixels: number) {
  const item = screen.getByRole('listitem');
  fireEvent.pointerDown(item, { button: 0, clientX: 100, clientY: 100 });
  for (const part of [0.5, 1]) {
    fireEvent.pointerMove(item, { clientX: 100 + pixels * part, clientY: 100 });
  }
  fireEvent.pointerUp(item, { clientX: 100 + pixels, clientY: 100 });
}

let view: ReturnType<typeof render>;

beforeEach(() => {
  vi.useFakeTimers();
  view = render(<Toaster />);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a toast', () => {
  // spec: 3.12
  it('replaces the previous one', () => {
    show('Class created');
    show('Student added');
    expect(shown()).toEqual(['Student added']);
  });

  // spec: 3.12
  it('goes by itself after 5000 ms', () => {
    show('Class created');
    pass(4999);
    expect(shown()).toEqual(['Class created']);
    pass(1);
    expect(shown()).toEqual([]);
  });

  it('that took the place of another has 5000 ms of its own', () => {
    show('Class created');
    pass(4000);
    show('Student added');
    pass(4999);
    expect(shown()).toEqual(['Student added']);
    pass(1);
    expect(shown()).toEqual([]);
  });

  // spec: 3.12
  it('with a long text stays as long as slow readers need', () => {
    act(() => {
      toast({ title: 'Submission required', description: 'x'.repeat(50) });
    });
    pass(6999);
    expect(shown()).toHaveLength(1);
    pass(1);
    expect(shown()).toEqual([]);
  });

  it.each([
    ['pointer', fireEvent.pointerMove, fireEvent.pointerLeave],
    ['focus', fireEvent.focusIn, fireEvent.focusOut],
  ])('stays while the %s is on it', (_what, enter, leave) => {
    show('Class created');
    pass(4000);
    const area = screen.getByRole('region', { name: 'Notifications (F8)' });
    enter(area);
    pass(60_000);
    expect(shown()).toEqual(['Class created']);
    leave(area);
    pass(1000);
    expect(shown()).toEqual([]);
  });

  // spec: 3.12
  it('is dismissed by a swipe of more than 50 px to the right, by no shorter one and none to the left', () => {
    show('Class created');
    swipe(50);
    swipe(-120);
    expect(shown()).toEqual(['Class created']);
    swipe(51);
    expect(shown()).toEqual([]);
  });

  // spec: 3.12
  it('is dismissed by a swipe to the left where the page is written from right to left', () => {
    view.rerender(
      <Direction.Provider dir="rtl">
        <Toaster />
      </Direction.Provider>,
    );
    show('Class created');
    swipe(120);
    expect(shown()).toEqual(['Class created']);
    swipe(-51);
    expect(shown()).toEqual([]);
  });

  it('is red when something failed, and only then', () => {
    show('Error', 'error');
    expect(screen.getByRole('listitem')).toHaveClass('bg-danger');
    show('Class created');
    expect(screen.getByRole('listitem')).not.toHaveClass('bg-danger');
  });
});

describe('the toast region', () => {
  // spec: 3.12
  it('has the focus after F8', () => {
    show('Class created');
    fireEvent.keyDown(document.body, { key: 'F8', code: 'F8' });
    const area = screen.getByRole('region', { name: 'Notifications (F8)' });
    expect(area).toContainElement(document.activeElement as HTMLElement);
  });

  // spec: 3.12
  it('has the focus after F8 while a dialog is open, and Escape there leaves the dialog open', async () => {
    vi.useRealTimers();
    const user = userEvent.setup();
    const onOpenChange = vi.fn();
    render(
      <Dialog open onOpenChange={onOpenChange} title="Add Item">
        <input aria-label="Name" />
      </Dialog>,
    );
    show('Error', 'error');
    expect(screen.getByLabelText('Name')).toHaveFocus();
    await user.keyboard('[F8]');
    const area = screen.getByRole('region', { name: 'Notifications (F8)' });
    expect(area).toContainElement(document.activeElement as HTMLElement);
    await user.tab();
    await user.tab();
    expect(within(area).getByRole('button', { name: 'Close' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(shown()).toEqual([]);
    expect(onOpenChange).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
  });
});
