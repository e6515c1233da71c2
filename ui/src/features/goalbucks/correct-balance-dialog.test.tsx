import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { buildLedgerEntry } from '@/testing/builders';
import { json, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { CorrectBalanceDialog } from './correct-balance-dialog';

const CORRECTION = 'POST /api/students/s1/corrections';

function open(balance = 240) {
  const onOpenChange = vi.fn();
  const { user } = render(
    <CorrectBalanceDialog
      open
      student={{ id: 's1', name: 'Amara Okafor' }}
      balance={balance}
      onOpenChange={onOpenChange}
    />,
  );
  return { user, onOpenChange };
}

const change = () => screen.getByLabelText('Change in GoalBucks');
const reason = () => screen.getByLabelText('Reason');
const correct = () => screen.getByRole('button', { name: 'Correct Balance' });
const side = (label: string) =>
  within(screen.getByText(label).parentElement ?? document.body).getByRole('definition');

describe('a correction', () => {
  // spec: 9.7
  it('shows the balance now and after', async () => {
    const { user } = open();
    expect(side('Balance now')).toHaveTextContent('240 GoalBucks');
    expect(side('Balance after')).toHaveTextContent('–');
    await user.type(change(), '-40');
    expect(side('Balance after')).toHaveTextContent('200 GoalBucks');
  });

  it('may go below zero, and says what that means', async () => {
    const { user } = open(30);
    await user.type(change(), '-30');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await user.clear(change());
    await user.type(change(), '-31');
    expect(side('Balance after')).toHaveTextContent('-1 GoalBuck');
    expect(screen.getByRole('status')).toHaveTextContent(
      'This is below zero: purchases wait until the balance is above it again.',
    );
    await user.type(reason(), 'Counted twice');
    expect(correct()).toBeEnabled();
  });

  it.each(['0', '-0', '2.5', 'ten', '1e3', '1000001', '-1000001', '--5'])(
    'takes no %s, and says so',
    async (typed) => {
      const calls = serve({});
      const { user } = open();
      await user.type(reason(), 'Counted twice');
      await user.type(change(), typed);
      await user.click(correct());
      expect(change()).toHaveFocus();
      expect(change()).toBeInvalid();
      expect(change()).toHaveAccessibleDescription(
        'Use a whole number from 1 to 1,000,000, with a minus to take GoalBucks away.',
      );
      expect(calls).toEqual([]);
    },
  );

  it('says nothing about a minus until the field is left', async () => {
    const { user } = open();
    await user.type(change(), '-');
    expect(change()).toBeValid();
    await user.tab();
    expect(change()).toBeInvalid();
  });

  it('needs a reason', async () => {
    const { user } = open();
    await user.type(change(), '5');
    await user.click(correct());
    expect(reason()).toHaveAccessibleDescription('Reason is required.');
    expect(reason()).toHaveFocus();
    await user.type(reason(), ' ');
    await user.tab();
    expect(await screen.findByText('Reason is required.')).toBeVisible();
  });

  it.each([
    ['-40', -40],
    ['−40', -40],
    ['+40', 40],
    [' 40 ', 40],
  ])('typed as "%s" is sent once, and the new balance is said', async (typed, amount) => {
    const entry = buildLedgerEntry({ amount, reason: 'correction', balanceAfter: 240 + amount });
    const calls = serve({ [CORRECTION]: () => slowly(json(entry, 201)) });
    const { user, onOpenChange } = open();
    await user.type(change(), typed);
    await user.type(reason(), ' Counted twice ');
    await user.dblClick(correct());
    expect(await screen.findByText('Balance corrected')).toBeVisible();
    expect(screen.getByText(`Amara Okafor now has ${240 + amount} GoalBucks.`)).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ amount, reason: 'Counted twice' }]);
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  it('whose answer was lost is repeated under the same key, with what was typed still there', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => errorResponse(429, 'Slow down.'),
    ];
    const calls = serve({ [CORRECTION]: () => answers.shift()?.() ?? errorResponse(500, 'No more.') });
    const { user, onOpenChange } = open();
    await user.type(change(), '5');
    await user.type(reason(), 'Counted twice{Enter}');
    expect(await screen.findByText(/nobody knows yet whether it got the correction/)).toBeVisible();
    expect(screen.queryByText('Failed to correct balance. Please try again.')).toBeNull();
    expect(change()).toHaveValue('5');
    await user.click(correct());
    expect(await screen.findByText('Slow down.', { selector: '.toast *' })).toBeVisible();
    expect(calls[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(calls[1]?.key).toBe(calls[0]?.key);
    expect(onOpenChange).not.toHaveBeenCalled();
  });
});
