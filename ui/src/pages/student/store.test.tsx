import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import {
  card,
  cardOf,
  invalidate,
  item,
  LONG_AGO,
  purchase,
  serveStore,
  show,
  stubBrowser,
} from './store-test-utils';

beforeEach(stubBrowser);

describe('an item', () => {
  // spec: 10.5
  it('has its price on a tag, its description, how many are left and a Purchase button', async () => {
    serveStore({ items: [item('Homework pass', 100, { description: 'Skip one.', stock: 3 })] });
    show();
    const shown = await cardOf('Homework pass');
    expect(shown.getByText(/^100/)).toHaveTextContent('100 GoalBucks');
    expect(shown.getByText('Skip one.')).toBeVisible();
    expect(shown.getByText('3 left')).toBeVisible();
    expect(shown.getByRole('button', { name: 'Purchase' })).toBeEnabled();
    expect(shown.getByRole('button')).toHaveAccessibleDescription('Homework pass');
  });

  // spec: 10.1
  it('without a stock says nothing of it: it is unlimited', async () => {
    serveStore({ items: [item('Homework pass', 100)] });
    show();
    expect((await cardOf('Homework pass')).queryByText(/left/)).toBeNull();
  });

  // spec: 10.6
  it('that costs more than the balance says Not Enough GoalBucks and how many are missing', async () => {
    serveStore({ items: [item('Lunch', 300)] });
    show();
    const shown = await cardOf('Lunch');
    expect(shown.getByRole('button', { name: 'Not Enough GoalBucks' })).toBeDisabled();
    expect(shown.getByText('240 of 300')).toBeVisible();
    expect(shown.getByText('60 more to go')).toBeVisible();
    const bar = shown.getByRole('progressbar', { name: 'GoalBucks saved' });
    expect(bar).toHaveAttribute('aria-valuenow', '240');
    expect(bar).toHaveAttribute('aria-valuemax', '300');
  });

  it('that costs just the balance can be bought', async () => {
    serveStore({ items: [item('Lunch', 240)] });
    show();
    expect((await cardOf('Lunch')).getByRole('button', { name: 'Purchase' })).toBeEnabled();
  });

  // spec: 10.6
  it('with a stock of 0 is sold out', async () => {
    serveStore({ items: [item('Pencil', 15, { stock: 0 })] });
    show();
    const shown = await cardOf('Pencil');
    expect(shown.getByRole('button', { name: 'Sold out' })).toBeDisabled();
    expect(shown.getAllByText('Sold out')).toHaveLength(1);
  });

  // spec: 10.14
  it.each([
    ['ever', null, null],
    ['week', '2999-01-07', 'Again on Monday'],
    ['day', '2999-01-07', 'Again tomorrow'],
  ] as const)('that was bought as often as each student can says so, per %s', async (per, againOn, again) => {
    const limit = { perStudent: 1, per, limitReached: true, againOn };
    serveStore({ items: [item('Pencil', 300, limit)] });
    show();
    const shown = await cardOf('Pencil');
    expect(shown.getByRole('button', { name: 'You Already Got This' })).toBeDisabled();
    if (again === null) expect(shown.queryByText(/^Again/)).toBeNull();
    else expect(shown.getByText(again)).toBeVisible();
    expect(shown.queryByRole('progressbar')).toBeNull();
    expect(shown.queryByRole('button', { name: 'Save for This' })).toBeNull();
  });

  // spec: 10.14
  it.each([
    ['ever', 1, 'You can have this once.'],
    ['ever', 3, 'You can have this 3 times.'],
    ['week', 1, 'Once a week.'],
    ['day', 2, '2 times a day.'],
  ] as const)('with a limit per %s of %i says it', async (per, perStudent, text) => {
    serveStore({ items: [item('Pencil', 15, { per, perStudent })] });
    show();
    expect((await cardOf('Pencil')).getByText(text)).toBeVisible();
  });

  // spec: 10.15
  it('cannot be bought while the store is closed, whatever else it is', async () => {
    const { server } = serveStore({
      items: [item('Pencil', 15, { stock: 0 }), item('Lunch', 300)],
      isOpen: false,
    });
    const { queries } = show();
    for (const name of ['Pencil', 'Lunch']) {
      expect((await cardOf(name)).getByRole('button', { name: 'Store Closed' })).toBeDisabled();
    }
    expect(screen.getByText('The store is closed now.')).toBeVisible();
    server.isOpen = true;
    await invalidate(queries, ['store']);
    expect(
      await (await cardOf('Lunch')).findByRole('button', { name: 'Not Enough GoalBucks' }),
    ).toBeVisible();
    expect(screen.queryByText('The store is closed now.')).toBeNull();
  });

  it('that is in stock has no such mark', async () => {
    serveStore({ items: [item('Pencil', 15, { stock: 1 })] });
    show();
    expect((await cardOf('Pencil')).queryByText('Sold out')).toBeNull();
  });

  it('that is sold out and too expensive shows no progress bar', async () => {
    serveStore({ items: [item('Lunch', 300, { stock: 0 })] });
    show();
    const shown = await cardOf('Lunch');
    expect(shown.getByRole('button', { name: 'Sold out' })).toBeDisabled();
    expect(shown.queryByText('Not Enough GoalBucks')).toBeNull();
    expect(shown.queryByRole('progressbar')).toBeNull();
  });
});

describe('saving', () => {
  // spec: 25.1
  it('is for one item, whose progress is the only one', async () => {
    const { server } = serveStore({ items: [item('Lunch', 300), item('Chair', 250), item('Pencil', 15)] });
    const { user } = show();
    expect((await cardOf('Pencil')).queryByRole('button', { name: 'Save for This' })).toBeNull();
    expect(screen.getAllByRole('progressbar')).toHaveLength(2);
    await user.dblClick((await cardOf('Chair')).getByRole('button', { name: 'Save for This' }));
    expect(await (await cardOf('Chair')).findByRole('button', { name: 'You save for this' })).toBeVisible();
    expect(server.savedId).toBe('item Chair');
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
    await user.click((await cardOf('Lunch')).getByRole('button', { name: 'Save for This' }));
    expect(await (await cardOf('Lunch')).findByRole('button', { name: 'You save for this' })).toBeVisible();
    await user.click((await cardOf('Lunch')).getByRole('button', { name: 'You save for this' }));
    expect(await (await cardOf('Lunch')).findByRole('button', { name: 'Save for This' })).toBeVisible();
    await expect.poll(() => server.savedId).toBeNull();
  });

  it('shows what is missing in a closed store, too', async () => {
    const items = [item('Lunch', 300), item('Chair', 250)];
    serveStore({ items, isOpen: false, savedId: 'item Lunch' });
    show();
    const shown = await cardOf('Lunch');
    expect(await shown.findByText('60 more to go')).toBeVisible();
    expect(shown.getByRole('button', { name: 'You save for this' })).toBeVisible();
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
  });

  it('that failed says so and can be tried again', async () => {
    const { server } = serveStore({ items: [item('Lunch', 300)], refusesSavings: true });
    const { user } = show();
    await user.click((await cardOf('Lunch')).getByRole('button', { name: 'Save for This' }));
    expect(await screen.findByText("Your choice wasn't saved. Please try again.")).toBeVisible();
    server.refusesSavings = false;
    await user.click((await cardOf('Lunch')).getByRole('button', { name: 'Save for This' }));
    expect(await (await cardOf('Lunch')).findByRole('button', { name: 'You save for this' })).toBeVisible();
  });
});

describe('a balance below zero', () => {
  // spec: 9.4
  it('is explained, and purchases wait', async () => {
    serveStore({ balance: -30, items: [item('Pencil', 15)] });
    show();
    expect(await screen.findByText(/You have less than zero GoalBucks now/)).toBeVisible();
    const shown = await cardOf('Pencil');
    expect(shown.getByText('45 more to go')).toBeVisible();
    expect(shown.getByRole('button', { name: 'Not Enough GoalBucks' })).toBeDisabled();
    expect(shown.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  });

  it('of 0 shows no explanation', async () => {
    serveStore({ balance: 0, items: [item('Pencil', 15)] });
    show();
    await cardOf('Pencil');
    expect(screen.queryByText(/below zero/)).toBeNull();
  });
});

describe('the purchase history', () => {
  // spec: 10.5
  it('says of each item its price and what has become of it', async () => {
    const one = { goalbucksCost: 1, status: 'cancelled', cancelReason: null } as const;
    const back = { status: 'cancelled', cancelReason: 'No homework this week.' } as const;
    const done = purchase('2', { status: 'fulfilled', fulfilledAt: LONG_AGO });
    serveStore({ bought: [purchase('1'), done, purchase('3', back), purchase('4', one)] });
    show();
    const first = await cardOf('Thing 1');
    expect(first.getByText('Pending')).toBeVisible();
    expect(first.getByText(/^-25/)).toHaveTextContent('-25 GoalBucks');
    expect(first.getByText('Jan 5, 2025')).toHaveAttribute('datetime', LONG_AGO);
    expect((await cardOf('Thing 2')).getByText('Fulfilled')).toBeVisible();
    const third = await cardOf('Thing 3');
    expect(third.getByText('Cancelled')).toBeVisible();
    expect(third.getByText(/Your 25 GoalBucks are back\./)).toBeVisible();
    const reason = third.getByText('No homework this week.');
    expect(reason.tagName).toBe('BDI');
    expect(reason.parentElement).toHaveTextContent('Your teacher wrote: “No homework this week.”');
    expect((await cardOf('Thing 4')).getByText('Your 1 GoalBuck is back.')).toBeVisible();
  });

  it('shows the last 50, and more when asked', async () => {
    const all = Array.from({ length: 53 }, (_, index) => purchase(`${index}`));
    const { calls } = serveStore({ bought: all });
    const { user } = show();
    expect(await screen.findByRole('heading', { name: 'Thing 49' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Thing 50' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('heading', { name: 'Thing 52' })).toBeVisible();
    expect(await card('Thing 50')).toHaveFocus();
    expect(screen.getAllByText('Pending')).toHaveLength(53);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(calls.filter(({ path }) => /\/home$|^\/api\/purchases\//.test(path))).toHaveLength(2);
  });

  it('offers no more when just 50 were bought', async () => {
    serveStore({ bought: Array.from({ length: 50 }, (_, index) => purchase(`${index}`)) });
    show();
    await card('Thing 49');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('a store', () => {
  it('that is empty and a history that is empty say so', async () => {
    serveStore({ slow: true });
    show();
    expect(await screen.findByText('Loading store...')).toBeInTheDocument();
    expect(screen.getByText('Loading purchases...')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'Store' })).toBeVisible();
    expect(await screen.findByText('The store is empty')).toBeVisible();
    expect(await screen.findByText('No purchases yet')).toBeVisible();
  });

  it('that does not load says so and asks again', async () => {
    const { server } = serveStore({ items: [item('Pencil', 15)], broken: true });
    const { user } = show();
    expect(await screen.findByText("The store didn't load")).toBeVisible();
    expect(screen.getByText("Your purchases didn't load")).toBeVisible();
    server.broken = false;
    for (const again of screen.getAllByRole('button', { name: 'Try again' })) await user.click(again);
    expect((await cardOf('Pencil')).getByRole('button', { name: 'Purchase' })).toBeEnabled();
    expect(screen.getByText('No purchases yet')).toBeVisible();
  });

  it('sells nothing as long as the balance is not known', async () => {
    const { calls } = serveStore({ items: [item('Pencil', 15)], hidesBalance: true });
    show();
    expect((await cardOf('Pencil')).getByRole('button', { name: 'Purchase' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
