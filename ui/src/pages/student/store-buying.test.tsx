import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { purchaseKeys, storeKeys } from '@/api/keys';
import { json, refusal, slowly } from '@/testing/fake-server';

import {
  type BuyAnswer,
  card,
  cardOf,
  choose,
  confirm,
  dialog,
  invalidate,
  item,
  LOST,
  completePurchase,
  serveStore,
  show,
  stubBrowser,
} from './test-store';

beforeEach(stubBrowser);

describe('buying', () => {
  const pass = () => item('Homework pass', 50, { stock: 3 });

  it('asks first: what it is, the price, the balance before and after', async () => {
    const { sent } = serveStore({ items: [pass()] });
    const { user } = show();
    await choose(user, 'Homework pass');
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Confirm Purchase');
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription('Homework pass');
    const lines = dialog().getAllByRole('definition');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      '50 GoalBucks',
      '240 GoalBucks',
      '190 GoalBucks',
    ]);
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(sent()).toEqual([]);
  });

  // spec: 1.3, 10.7, 14.4
  it('pays the price shown, says so, and shows balance, stock and history anew', async () => {
    const { calls, sent } = serveStore({ items: [pass()] });
    const { user } = show();
    await choose(user, 'Homework pass');
    await confirm(user);
    expect(await screen.findByText('Purchase successful!')).toBeVisible();
    expect(screen.getByText('It is pending teacher fulfillment.')).toBeVisible();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(sent().map(({ body }) => body)).toEqual([
      { studentId: 's1', itemId: 'item Homework pass', itemName: 'Homework pass', goalbucksCost: 50 },
    ]);
    // For one frame a screen reader's copy of the new balance stands beside the old one.
    await waitFor(() => {
      expect(screen.getByText('190')).toBeVisible();
    });
    expect(screen.getByText('2 left')).toBeVisible();
    expect(screen.getByText('Your teacher will give it to you.')).toBeVisible();
    // When the page opened, and for what the purchase has changed.
    expect(calls.filter(({ path }) => /\/(home|ledger)$/.test(path))).toHaveLength(2);
  });

  it('happens once, however often the button is pressed', async () => {
    const { server, sent } = serveStore({ items: [pass()] }, (call) =>
      slowly(completePurchase(server, call)),
    );
    const { user } = show();
    await choose(user, 'Homework pass');
    await user.dblClick(dialog().getByRole('button', { name: 'Confirm Purchase' }));
    expect(await screen.findByText('Purchase successful!')).toBeVisible();
    expect(sent()).toHaveLength(1);
  });

  it('the same item again is another purchase, with a key of its own', async () => {
    const { sent } = serveStore({ items: [pass()] });
    const { user } = show();
    for (const left of ['2 left', '1 left']) {
      await choose(user, 'Homework pass');
      await confirm(user);
      expect(await screen.findByText(left)).toBeVisible();
    }
    expect(new Set(sent().map(({ key }) => key)).size).toBe(2);
  });

  it('gives the focus back to the card when its button has nothing to offer any more', async () => {
    serveStore({ items: [item('Chair', 200)] });
    const { user } = show();
    await choose(user, 'Chair');
    await confirm(user);
    expect(await screen.findByText('160 more to go')).toBeVisible();
    await waitFor(async () => {
      expect(await card('Chair')).toHaveFocus();
    });
  });
});

describe('a lost answer', () => {
  const lost = () => Promise.reject(LOST);

  // spec: 14.5
  it('is asked for again with the same key, and nothing is paid twice', async () => {
    const { sent } = serveStore({ items: [item('Homework pass', 100)] }, lost);
    const { user } = show();
    await choose(user, 'Homework pass');
    await confirm(user);
    expect(await screen.findByText('Failed to complete purchase. Please try again.')).toBeVisible();
    expect(dialog().getByText(/You never pay twice/)).toBeVisible();
    await confirm(user);
    expect(await screen.findByText('Purchase successful!')).toBeVisible();
    expect(sent()[1]).toEqual(sent()[0]);
  });

  it('keeps its question when it had bought the last one: the item seems sold out by then', async () => {
    const { server, sent } = serveStore(
      { items: [item('Chair', 200, { stock: 1 })] },
      (call) => {
        completePurchase(server, call);
        return lost();
      },
      () => json(server.bought[0], 201),
    );
    const { user, queries } = show();
    await choose(user, 'Chair');
    await confirm(user);
    expect(await dialog().findByText(/You never pay twice/)).toBeVisible();
    await invalidate(queries, []);
    await confirm(user);
    expect(await screen.findByText('Purchase successful!')).toBeVisible();
    expect(sent()[1]).toEqual(sent()[0]);
    expect(server.balance).toBe(40);
  });

  it('is still the same purchase for who closes the dialog and comes back', async () => {
    const { sent } = serveStore({ items: [item('Homework pass', 100)] }, lost);
    const { user } = show();
    await choose(user, 'Homework pass');
    await confirm(user);
    await dialog().findByText(/You never pay twice/);
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await choose(user, 'Homework pass');
    expect(dialog().queryByText(/You never pay twice/)).toBeNull();
    await confirm(user);
    await screen.findByText('Purchase successful!');
    expect(sent()[1]).toEqual(sent()[0]);
  });

  it('is another purchase once the history has told what became of the first', async () => {
    const { server, sent } = serveStore({ items: [item('Homework pass', 100)] }, (call) => {
      completePurchase(server, call);
      return lost();
    });
    const { user, queries } = show();
    await choose(user, 'Homework pass');
    await confirm(user);
    await dialog().findByText(/You never pay twice/);
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    await invalidate(queries, purchaseKeys.all);
    await choose(user, 'Homework pass');
    await confirm(user);
    await screen.findByText('Purchase successful!');
    expect(new Set(sent().map(({ key }) => key)).size).toBe(2);
  });
});

describe('a refused purchase', () => {
  const conflict =
    (change: () => void, sentence: string): BuyAnswer =>
    () => {
      change();
      return refusal(409, sentence);
    };

  it('at a changed price shows the new one and takes a new answer, with a new key', async () => {
    const pass = item('Homework pass', 100);
    const { sent } = serveStore(
      { items: [pass] },
      conflict(() => (pass.goalbucksCost = 120), 'The price of this item has changed.'),
    );
    const { user } = show();
    await choose(user, 'Homework pass');
    await confirm(user);
    expect(await screen.findByText('Failed to complete purchase. Please try again.')).toBeVisible();
    expect(screen.getByText('The price of this item has changed.')).toBeVisible();
    expect(dialog().getByText(/The price has changed/)).toHaveTextContent(
      'it was 100 GoalBucks, now it is 120 GoalBucks.',
    );
    expect(sent()).toHaveLength(1);
    await confirm(user, 'Confirm New Price');
    expect(await screen.findByText('Purchase successful!')).toBeVisible();
    expect(sent()[1]?.body).toMatchObject({ goalbucksCost: 120 });
    expect(sent()[1]?.key).not.toBe(sent()[0]?.key);
  });

  it('of the last one that somebody else got says that it is sold out', async () => {
    const chair = item('Chair', 100, { stock: 1 });
    serveStore(
      { items: [chair] },
      conflict(() => (chair.stock = 0), 'This item is sold out.'),
    );
    const { user } = show();
    await choose(user, 'Chair');
    await confirm(user);
    expect(await screen.findByText('This item is sold out.')).toBeVisible();
    expect(dialog().getByText(/It has just sold out/)).toBeVisible();
    expect(dialog().queryByRole('button', { name: 'Confirm Purchase' })).toBeNull();
    await user.keyboard('{Escape}{Escape}');
    expect((await cardOf('Chair')).getByRole('button', { name: 'Sold out' })).toBeDisabled();
  });

  it('with too small a balance says how many GoalBucks are missing', async () => {
    const { server } = serveStore(
      { items: [item('Chair', 100)] },
      conflict(() => (server.balance = 99), "You don't have enough GoalBucks for this."),
    );
    const { user } = show();
    await choose(user, 'Chair');
    await confirm(user);
    expect(await screen.findByText("You don't have enough GoalBucks for this.")).toBeVisible();
    expect(dialog().getByText('Not Enough GoalBucks: you need 1 more GoalBuck for this now.')).toBeVisible();
  });

  it('of a deleted item says so, closes and shows the store without it', async () => {
    const { server } = serveStore({ items: [item('Chair', 100)] }, () => {
      server.items = [];
      return refusal(404, 'Not found.');
    });
    const { user } = show();
    await choose(user, 'Chair');
    await confirm(user);
    expect(await screen.findByText(/Your teacher has taken it out of the store/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('The store is empty')).toBeVisible();
  });
});

describe('what changes while the dialog is open', () => {
  it('the price: a new answer is asked for', async () => {
    const pass = item('Homework pass', 100);
    const { sent } = serveStore({ items: [pass] });
    const { user, queries } = show();
    await choose(user, 'Homework pass');
    pass.goalbucksCost = 90;
    await invalidate(queries, storeKeys.all);
    expect(await dialog().findByText(/The price has changed/)).toBeVisible();
    await confirm(user, 'Confirm New Price');
    expect(await screen.findByText('Purchase successful!')).toBeVisible();
    expect(sent()[0]?.body).toMatchObject({ goalbucksCost: 90 });
  });

  it('the item: deleted, it can only be left', async () => {
    const { server } = serveStore({ items: [item('Chair', 100)] });
    const { user, queries } = show();
    await choose(user, 'Chair');
    server.items = [];
    await invalidate(queries, storeKeys.all);
    expect(await dialog().findByText(/Your teacher has taken it out of the store/)).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
