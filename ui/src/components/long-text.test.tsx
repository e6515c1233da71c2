import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { isLong, LongText } from './long-text';

describe('a text', () => {
  it('is long by its letters or by its lines', () => {
    expect(isLong('I did it.')).toBe(false);
    expect(isLong('a'.repeat(481))).toBe(true);
    expect(isLong('a\n'.repeat(8))).toBe(true);
  });

  it('shows at once when it is short', () => {
    render(<LongText text="I did it." />);
    expect(screen.getByText('I did it.')).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('can be opened and closed when it is long', async () => {
    render(<LongText text={'word '.repeat(1000)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Show all', expanded: false }));
    await userEvent.click(screen.getByRole('button', { name: 'Show less', expanded: true }));
    expect(screen.getByRole('button', { name: 'Show all' })).toBeVisible();
  });
});
