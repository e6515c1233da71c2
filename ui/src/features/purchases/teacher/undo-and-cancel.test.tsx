import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { json, errorResponse } from '@/testing/fake-server';

import {
  cancel,
  fulfill,
  fulfilled,
  minute,
  open,
  purchase,
  queue,
  servePurchases,
  table,
  taken,
  toasts,
  undo,
} from './fulfillment-test-utils';

/** Fulfills the second purchase and undoes that by the button in its row. */
async function undoInRow() {
  const server = servePurchases();
  const user = open();
  await table();
  await user.click(fulfill(2));
  await fulfilled(2);
  await user.click(undo(2));
  await screen.findByText('Fulfillment undone');
  await waitFor(() => {
    expect(fulfill(2)).toHaveFocus();
  });
  return { server, user };
}

describe('undo', () => {
  // spec: 10.9
  it('stands in the toast, makes the purchase pending again and puts the focus on its button', async () => {
    const server = servePurchases();
    const user = open();
    await table();
    await user.click(fulfill(1));
    await screen.findByText('Purchase fulfilled');
    await fulfilled(1);
    await user.click(toasts().getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Fulfillment undone')).toBeVisible();
    expect(screen.getByText('Item 1 for Benjamín is pending again.')).toBeVisible();
    expect(server.sent.at(-1)).toEqual({ call: 'unfulfill p1', body: {} });
    await waitFor(() => {
      expect(fulfill(1)).toHaveFocus();
    });
    expect(queue()).toEqual(['Item 1', 'Item 2', 'Item 3']);
  });

  it('stands in the row too, which then waits to be fulfilled again', async () => {
    const { server, user } = await undoInRow();
    await user.click(fulfill(2));
    await fulfilled(2);
    expect(server.sent.map(({ call }) => call)).toEqual(['fulfill p2', 'unfulfill p2', 'fulfill p2']);
  });

  it('drops the outcome: a later change in another window is shown as such', async () => {
    const { server, user } = await undoInRow();
    server.pending = [purchase(3)];
    await user.click(fulfill(1));
    expect(await screen.findByText('No longer pending')).toBeVisible();
  });

  it('that is refused says why, and the row is fulfilled still', async () => {
    const server = servePurchases();
    const user = open();
    await table();
    await user.click(fulfill(1));
    await fulfilled(1);
    const sentence = 'The class computer is busy.';
    server.answer = () => errorResponse(429, sentence);
    await user.click(undo(1));
    expect(await screen.findByText('Failed to undo the fulfillment. Please try again.')).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
    expect(await fulfilled(1)).toBeVisible();
  });

  it('stands in Recently Fulfilled for later, and asks first', async () => {
    const done = purchase(7, { status: 'fulfilled', fulfilledAt: minute(9) });
    const server = servePurchases({ fulfilled: [done] });
    const user = open();
    await table();
    const recent = within(await screen.findByRole('region', { name: 'Recently Fulfilled' }));
    await user.click(await recent.findByRole('button', { name: 'Undo: Item 7 for Diego' }));
    const question = screen.getByRole('alertdialog', { name: 'Undo this fulfillment?' });
    expect(question).toHaveAccessibleDescription(
      'Item 7 for Diego is pending again. Balance and stock stay as they are.',
    );
    await user.dblClick(within(question).getByRole('button', { name: 'Undo fulfillment' }));
    expect(await screen.findByText('Fulfillment undone')).toBeVisible();
    expect(server.sent).toEqual([{ call: 'unfulfill p7', body: {} }]);
    expect(await recent.findByText('What you mark as fulfilled appears here.')).toBeVisible();
    expect(queue()).toContain('Item 7');
    expect(document.body).not.toHaveFocus();
  });
});

describe('cancel and refund', () => {
  const dialog = () => screen.getByRole('alertdialog', { name: 'Cancel and refund this purchase?' });

  // spec: 10.10
  it('explains that goalbucks and stock come back', async () => {
    servePurchases();
    const user = open();
    await table();
    await user.click(cancel(1));
    expect(dialog()).toHaveAccessibleDescription(
      '25 GoalBucks go back to Benjamín, and Item 1 goes back into stock.',
    );
  });

  it("doesn't mention stock for unlimited items", async () => {
    servePurchases({ pending: [purchase(1, { goalbucksCost: 1 })] });
    const user = open(false);
    await table();
    await user.click(cancel(1));
    expect(dialog()).toHaveAccessibleDescription('1 GoalBuck goes back to Benjamín.');
  });

  it('needs no reason, says so, and the focus goes to the next row', async () => {
    const server = servePurchases();
    const user = open();
    await table();
    await user.click(cancel(1));
    await user.dblClick(within(dialog()).getByRole('button', { name: 'Cancel and refund' }));
    expect(await screen.findByText('Purchase cancelled and refunded')).toBeVisible();
    expect(server.sent).toEqual([{ call: 'cancel p1', body: {} }]);
    await waitFor(() => {
      expect(cancel(2)).toHaveFocus();
    });
    expect(queue()).toEqual(['Item 1', 'Item 2', 'Item 3']);
    expect(screen.getByText('Cancelled and refunded')).toBeVisible();
  });

  it('sends the reason, and keeps it when it fails or is closed by a slip', async () => {
    const server = servePurchases({ answer: () => errorResponse(503, 'Busy.') });
    const user = open();
    await table();
    await user.click(cancel(2));
    // The question starts in the reason: a space typed on "Keep it" would close it.
    await user.keyboard(' We ran out. ');
    await user.click(within(dialog()).getByRole('button', { name: 'Cancel and refund' }));
    expect(
      await screen.findByText('Failed to cancel and refund the purchase. Please try again.', {
        selector: '.toast *',
      }),
    ).toBeVisible();
    await user.click(within(dialog()).getByRole('button', { name: 'Keep it' }));
    await user.click(cancel(2));
    expect(within(dialog()).getByLabelText(/Reason/)).toHaveValue(' We ran out. ');
    server.answer = () => json(purchase(2));
    await user.click(within(dialog()).getByRole('button', { name: 'Cancel and refund' }));
    expect(await screen.findByText('Purchase cancelled and refunded')).toBeVisible();
    expect(server.sent.at(-1)).toEqual({ call: 'cancel p2', body: { reason: 'We ran out.' } });
  });

  it('of what was fulfilled in another tab says so, closes and refreshes', async () => {
    const sentence = 'This purchase has already been fulfilled.';
    const server = servePurchases({ answer: taken('already_fulfilled', sentence) });
    const user = open();
    await table();
    await user.click(cancel(1));
    server.pending = [purchase(3), purchase(2)];
    await user.click(within(dialog()).getByRole('button', { name: 'Cancel and refund' }));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByText('No longer pending')).toBeVisible();
  });
});
