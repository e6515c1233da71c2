import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { Gift, selectWrap } from './gift';

describe('gift wrap', () => {
  it('is the same for the same id, always', () => {
    expect(selectWrap('019a0f3c-5b7e-7c11-9d4e-2f1a6b8c0d11')).toEqual({ paper: 1, print: 4 });
  });

  it('comes in all papers and prints, also for ids made in one second', () => {
    const ids = Array.from({ length: 300 }, (_, index) => `019a0f3c-5b7e-7c11-9d4e-2f1a6b8c${1000 + index}`);
    const wraps = new Set(ids.map((id) => JSON.stringify(selectWrap(id))));
    expect(wraps.size).toBe(15);
  });

  it('is decoration: screen readers pass it by', () => {
    const { container } = render(<Gift id="i1" />);
    expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true');
  });

  it('has a print of its own when two hang side by side', () => {
    const { container } = render(
      <>
        <Gift id="i1" />
        <Gift id="i1" />
      </>,
    );
    const ids = [...container.querySelectorAll('pattern')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });
});
