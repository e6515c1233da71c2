import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { CountUp } from './count-up';

const motion = (reduced: boolean) => {
  vi.stubGlobal('matchMedia', () => ({ matches: reduced }));
};

beforeEach(() => {
  vi.useFakeTimers();
});

/** Returns every number that is shown within a second. */
function watch(value: number) {
  const seen = new Set<number>();
  for (let frame = 0; frame < 60; frame += 1) {
    seen.add(Number(screen.getByTestId('n').firstChild?.textContent));
    act(() => {
      vi.advanceTimersToNextFrame();
    });
  }
  expect(screen.getByTestId('n')).toHaveTextContent(new RegExp(`^${value}$`));
  return [...seen];
}

const Shown = (props: { value: number; from?: number }) => (
  <p data-testid="n">
    <CountUp {...props} />
  </p>
);

describe('a number', () => {
  it('is shown without animation at first', () => {
    motion(false);
    render(<Shown value={240} />);
    expect(screen.getByTestId('n')).toHaveTextContent(/^240$/);
  });

  it('counts up when it grows, and says the end at once to those who cannot see it', () => {
    motion(false);
    const { rerender } = render(<Shown value={215} />);
    rerender(<Shown value={240} />);
    expect(screen.getByText('240')).toHaveClass('sr-only');
    const seen = watch(240);
    expect(seen.some((number) => number > 215 && number < 240)).toBe(true);
  });

  it('counts up from where it is told to begin', () => {
    motion(false);
    render(<Shown value={240} from={215} />);
    expect(watch(240)[0]).toBeLessThan(240);
  });

  it.each([
    ['that shrinks', false, 100],
    ['for whoever wants less movement', true, 500],
  ])('%s is there at once', (_rule, reduced, value) => {
    motion(reduced);
    const { rerender } = render(<Shown value={240} />);
    rerender(<Shown value={value} />);
    const seen = watch(value);
    expect(seen.filter((number) => number !== 240 && number !== value)).toEqual([]);
  });
});
