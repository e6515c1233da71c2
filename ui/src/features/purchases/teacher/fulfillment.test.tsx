import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { json, errorResponse, serve, slowly } from '@/testing/fake-server';

import {
  afterAMoment,
  failed,
  fulfill,
  fulfilled,
  minute,
  open,
  purchase,
  queue,
  servePurchases,
  table,
  taken,
} from './fulfillment-test-utils';

describe('the queue', () => {
  // spec: 10.12
  it('begins with who has waited longest', async () => {
    servePurchases();
    open();
    await table();
    expect(queue()).toEqual(['Item 1', 'Item 2', 'Item 3']);
  });

  it('of the same moment keeps the order in which they bought', async () => {
    const at = { purchasedAt: minute(1) };
    servePurchases({ pending: [purchase(3, at), purchase(2, at), purchase(1, at)] });
    open();
    await table();
    expect(queue()).toEqual(['Item 1', 'Item 2', 'Item 3']);
  });

  it('of sixty is searched by student or item, and grouped by sorting', async () => {
    servePurchases({ pending: Array.from({ length: 60 }, (_, number) => purchase(60 - number)) });
    const user = open();
    await user.type(await screen.findByLabelText('Search 60 purchases'), 'benjamin');
    expect(queue()).toHaveLength(15);
    await user.clear(screen.getByLabelText('Search 60 purchases'));
    await user.click(screen.getByRole('button', { name: 'Student' }));
    expect(queue().slice(0, 3)).toEqual(['Item 4', 'Item 8', 'Item 12']);
  });

  // spec: 3.10
  it('says that it is loading, that nothing waits, and that it failed to load', async () => {
    servePurchases({ pending: [] });
    open();
    expect(screen.getByText('Loading purchases...')).toBeInTheDocument();
    expect(await screen.findByText('Nothing to hand out')).toBeVisible();
    expect(await screen.findByText('What you mark as fulfilled appears here.')).toBeVisible();
  });

  it('that failed to load offers another try', async () => {
    const server = servePurchases();
    serve({ 'GET /api/purchases/classroom/c1': () => errorResponse(500, 'It broke.') });
    const user = open();
    expect(await screen.findByText("The purchases didn't load")).toBeVisible();
    expect(screen.getByText("The fulfilled purchases didn't load")).toBeVisible();
    servePurchases(server);
    const [first] = screen.getAllByRole('button', { name: 'Try again' });
    if (first) await user.click(first);
    expect(await table()).toBeVisible();
  });
});

describe('mark as fulfilled', () => {
  // spec: 1.2, 10.8, 11.5, 14.4
  it('is one press, says so, and leaves every row in its place', async () => {
    const server = servePurchases();
    const user = open();
    await table();
    await user.click(fulfill(1));
    expect(await screen.findByText('Purchase fulfilled')).toBeVisible();
    expect(screen.getByText('Item 1 for Benjamín')).toBeVisible();
    expect(server.sent).toEqual([{ call: 'fulfill p1', body: { fulfilledBy: 't1' } }]);
    expect(await fulfilled(1)).toBeVisible();
    expect(queue()).toEqual(['Item 1', 'Item 2', 'Item 3']);
    const recently = within(screen.getByRole('region', { name: 'Recently Fulfilled' }));
    expect(recently.queryByText('Item 1')).toBeNull();
  });

  it('is no longer counted by the search, though its row keeps its place', async () => {
    servePurchases({ pending: Array.from({ length: 12 }, (_, index) => purchase(12 - index)) });
    const user = open();
    await table();
    expect(screen.getByRole('searchbox', { name: 'Search 12 purchases' })).toBeVisible();
    await user.click(fulfill(1));
    await fulfilled(1);
    expect(screen.getByRole('searchbox', { name: 'Search 11 purchases' })).toBeVisible();
    expect(queue()).toHaveLength(12);
  });

  // spec: 10.8
  it('pressed again in the same place does nothing more', async () => {
    const server = servePurchases();
    const user = open();
    await table();
    await user.click(fulfill(1));
    const button = await fulfilled(1);
    await user.click(button);
    await user.dblClick(button);
    await user.keyboard('{Enter}');
    expect(button).toHaveFocus();
    expect(server.sent.map(({ call }) => call)).toEqual(['fulfill p1']);
  });

  it('keeps the row while the mouse is over the queue, and lets it go when it has left', async () => {
    servePurchases();
    const user = open();
    await table();
    await user.click(fulfill(1));
    await fulfilled(1);
    await afterAMoment();
    expect(queue()).toEqual(['Item 1', 'Item 2', 'Item 3']);
    await user.hover(document.body);
    await afterAMoment();
    expect(queue()).toEqual(['Item 2', 'Item 3']);
  });

  it('by keyboard keeps the row until the focus has left it', async () => {
    servePurchases();
    const user = open();
    await table();
    fulfill(1).focus();
    await user.keyboard('{Enter}');
    await fulfilled(1);
    await afterAMoment();
    expect(queue()).toHaveLength(3);
    await user.tab();
    const next = screen.getByRole('checkbox', { name: 'Select Item 2 for Chloé' });
    expect(next).toHaveFocus();
    await afterAMoment();
    expect(queue()).toEqual(['Item 2', 'Item 3']);
    expect(next).toHaveFocus();
  });

  it('ignores a press that comes just when the rows have moved', async () => {
    const server = servePurchases();
    const user = open();
    await table();
    await user.pointer([{ keys: '[TouchA]', target: fulfill(1) }]);
    await fulfilled(1);
    while (queue().length === 3) await act(() => vi.advanceTimersByTimeAsync(100));
    expect(queue()).toEqual(['Item 2', 'Item 3']);
    await user.pointer([{ keys: '[TouchA]', target: fulfill(2) }]);
    expect(server.sent.map(({ call }) => call)).toEqual(['fulfill p1']);
    await act(() => vi.advanceTimersByTimeAsync(500));
    await user.pointer([{ keys: '[TouchA]', target: fulfill(2) }]);
    expect(server.sent.map(({ call }) => call)).toEqual(['fulfill p1', 'fulfill p2']);
  });

  it('of the last one leaves the focus on the panel when its row has gone', async () => {
    servePurchases({ pending: [purchase(1)] });
    const user = open();
    await table();
    await user.click(fulfill(1));
    await fulfilled(1);
    await user.hover(document.body);
    await afterAMoment();
    const empty = await screen.findByText('Nothing to hand out');
    expect(document.activeElement).toContainElement(empty);
    expect(document.body).not.toHaveFocus();
  });

  it('of one row leaves the others free while it is on its way', async () => {
    const server = servePurchases({ answer: () => slowly(json(purchase(0))) });
    const user = open();
    await table();
    await user.pointer([
      { keys: '[MouseLeft]', target: fulfill(1), coords: { x: 900, y: 100 } },
      { keys: '[MouseLeft]', target: fulfill(3), coords: { x: 900, y: 200 } },
    ]);
    expect(fulfill(2)).not.toHaveAttribute('aria-busy');
    await fulfilled(1);
    await fulfilled(3);
    expect(fulfill(2)).not.toHaveAttribute('aria-busy');
    expect(server.sent.map(({ call }) => call)).toEqual(['fulfill p1', 'fulfill p3']);
  });

  it.each([
    ['already_fulfilled', 'This purchase has already been fulfilled.'],
    ['already_cancelled', 'This purchase has already been cancelled.'],
  ])('of what another tab was quicker with (%s) says so and refreshes', async (code, sentence) => {
    const server = servePurchases({ answer: taken(code, sentence) });
    const user = open();
    await table();
    server.pending = [purchase(3), purchase(2)];
    await user.click(fulfill(1));
    expect(await screen.findByText(failed, { selector: '.toast *' })).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
    expect(queue()).toEqual(['Item 1', 'Item 2', 'Item 3']);
    expect(screen.getByText('No longer pending')).toBeVisible();
    await waitFor(() => {
      expect(fulfill(2)).toHaveFocus();
    });
  });

  it('that failed keeps the row, to be pressed again', async () => {
    const server = servePurchases({ answer: () => errorResponse(503, 'Busy.') });
    const user = open();
    await table();
    await user.click(fulfill(1));
    expect(await screen.findByText(failed, { selector: '.toast *' })).toBeVisible();
    server.answer = () => json(purchase(1));
    await user.click(fulfill(1));
    expect(await screen.findByText('Purchase fulfilled')).toBeVisible();
  });
});

describe('recently fulfilled', () => {
  // spec: 10.11
  it('shows the first five, the latest first', async () => {
    const done = (number: number) =>
      purchase(number, { status: 'fulfilled', itemName: `Done ${number}`, fulfilledAt: minute(20 - number) });
    servePurchases({ pending: [], fulfilled: Array.from({ length: 7 }, (_, number) => done(number)) });
    open();
    const section = await screen.findByRole('region', { name: 'Recently Fulfilled' });
    await within(section).findByText('Done 0');
    const rows = within(section).getAllByRole('listitem');
    expect(rows.map((row) => /Done \d/.exec(row.textContent)?.[0])).toEqual([
      'Done 0',
      'Done 1',
      'Done 2',
      'Done 3',
      'Done 4',
    ]);
  });
});
