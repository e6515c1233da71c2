import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { render } from '@/testing/render';

import { SavingProgress } from './saving-progress';

// spec: 5.6
it('the progress of saving is shown after a second, not before, and goes when it is done', () => {
  vi.useFakeTimers();
  const { rerender } = render(<SavingProgress progress={{ done: 11, all: 40 }} />);
  act(() => {
    vi.advanceTimersByTime(999);
  });
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(screen.getByText('Saving 12 of 40')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '11');
  // Announced four times, not for each of the forty rows.
  expect(screen.getByRole('status')).toHaveTextContent('Saving: 10 of 40 are saved.');
  rerender(<SavingProgress progress={null} />);
  expect(screen.queryByRole('progressbar')).toBeNull();
  vi.useRealTimers();
});
