import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { IconButton } from './icon-button';
import { TooltipProvider } from './tooltip';

const point = (name: string) => {
  fireEvent.pointerMove(screen.getByRole('button', { name }), { pointerType: 'mouse' });
};
const leave = (name: string) => {
  fireEvent.pointerLeave(screen.getByRole('button', { name }), { pointerType: 'mouse' });
  // Outside the area between the button and its tooltip, in which Radix keeps the tooltip open.
  fireEvent.pointerMove(document.body, { pointerType: 'mouse', clientX: 500, clientY: 500 });
};
const pass = (milliseconds: number) => {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
};
const tooltip = () => screen.queryByRole('tooltip')?.textContent ?? null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  render(
    <TooltipProvider>
      <IconButton label="Logout" icon={null} />
      <IconButton label="Delete" icon={null} />
    </TooltipProvider>,
  );
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a tooltip', () => {
  // spec: 3.13
  it('opens after 700 ms', () => {
    point('Logout');
    pass(699);
    expect(tooltip()).toBeNull();
    pass(1);
    expect(tooltip()).toBe('Logout');
  });

  // spec: 3.13
  it.each([
    [299, 'Delete'],
    [300, null],
  ])('%d ms after another one opens at once only within 300 ms', (pause, expected) => {
    point('Logout');
    pass(700);
    leave('Logout');
    pass(pause);
    point('Delete');
    pass(0);
    expect(tooltip()).toBe(expected);
  });
});
