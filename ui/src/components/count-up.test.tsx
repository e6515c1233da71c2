import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { CountUp } from './count-up';

const motion = (reduced: boolean) => {
  vi.stubGlobal('matchMedia', () => ({ matches: reduced }));
};

/** Every number that was on screen on the way. */
async function watch(value: number) {
  const seen = new Set<number>();
  await waitFor(
    () => {
      const shown = Number(screen.getByTestId('n').firstChild?.textContent);
      seen.add(shown);
      expect(screen.getByTestId('n')).toHaveTextContent(new RegExp(`^${value}$`));
    },
    { timeout: 3000, interval: 10 },
  );
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

  it('counts up when it grows, and says the end at once to those who cannot see it', async () => {
    motion(false);
    const { rerender } = render(<Shown value={215} />);
    rerender(<Shown value={240} />);
    expect(screen.getByText('240')).toHaveClass('sr-only');
    const seen = await watch(240);
    expect(seen.some((number) => number > 215 && number < 240)).toBe(true);
  });

  it('counts up from where it is told to begin', async () => {
    motion(false);
    render(<Shown value={240} from={215} />);
    expect((await watch(240))[0]).toBeLessThan(240);
  });

  it.each([
    ['that shrinks', false, 100],
    ['for whoever wants less movement', true, 500],
  ])('%s is there at once', async (_rule, reduced, value) => {
    motion(reduced);
    const { rerender } = render(<Shown value={240} />);
    rerender(<Shown value={value} />);
    const seen = await watch(value);
    expect(seen.filter((number) => number !== 240 && number !== value)).toEqual([]);
  });
});
