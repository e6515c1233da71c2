import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { buildStoreItem, buildPurchaseListItem, buildSuggestionListItem } from '@/testing/builders';
import { json } from '@/testing/fake-server';

import { amara, art, math, openApp, preload, rivera } from './app-test-utils';

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/app/student-layout'),
  () => import('@/pages/student/goals/goals'),
  () => import('@/pages/student/store'),
  () => import('@/pages/teacher/store/store'),
  () => import('@/pages/teacher/submissions/submissions'),
);

const AT = '2025-10-10T10:42:00Z';
const item = buildStoreItem({ goalbucksCost: 100, stock: 3 });
const purchase = buildPurchaseListItem({ id: 'p1', itemName: 'Front seat', purchasedAt: AT });
const handedOut = buildPurchaseListItem({
  id: 'p0',
  itemName: 'Sticker',
  status: 'fulfilled',
  purchasedAt: AT,
  fulfilledAt: AT,
  fulfilledBy: 't1',
});
const suggestion = buildSuggestionListItem({
  id: 'g1',
  suggestedGoalbucks: 30,
  description: 'For the talent show.',
  createdAt: AT,
});

const main = () => within(screen.getByRole('main'));

/** Opens the whole application and waits for its sidebar. */
async function open(...place: Parameters<typeof openApp>) {
  const opened = openApp(...place);
  await screen.findByRole('complementary');
  return opened;
}

describe("the teacher's store", () => {
  const openStore = () =>
    open('/teacher/store', {
      as: rivera,
      classes: [math, art],
      handlers: {
        'GET /api/store/classroom/c1': () => json([item]),
        'GET /api/purchases/classroom/c1': ({ query }) =>
          json(query.includes('pending') ? [purchase] : [handedOut]),
      },
    });

  // spec: 10.2
  it('has a class selector', async () => {
    const { user } = await openStore();
    const select = await main().findByRole('combobox', { name: 'Class' });
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Math 101', 'Art']);
    expect(await main().findByRole('heading', { name: 'Homework pass' })).toBeVisible();
    await user.selectOptions(select, 'Art');
    expect(await main().findByText('No items yet')).toBeVisible();
  });

  // spec: 10.2
  it('opens the Add Item dialog with name, description, cost and stock', async () => {
    const { user } = await openStore();
    await user.click(await main().findByRole('button', { name: 'Add Item' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Add Item' }));
    for (const label of [/name/i, /^Description/, /^Cost/, /^Stock/]) {
      expect(dialog.getByLabelText(label)).toBeVisible();
    }
  });

  // spec: 10.2
  it('has a delete button on the card of an item', async () => {
    await openStore();
    const card = (await main().findByRole('heading', { name: 'Homework pass' })).closest('li');
    expect(within(card ?? document.body).getByRole('button', { name: 'Delete Homework pass' })).toBeVisible();
  });

  // spec: 10.11, 10.12
  it('has Mark as Fulfilled at each pending purchase, and a Recently Fulfilled list', async () => {
    const { user } = await openStore();
    await user.click(await main().findByRole('tab', { name: 'Fulfillment 1 pending' }));
    const button = await main().findByRole('button', { name: /^Mark as Fulfilled/ });
    expect(button).toHaveTextContent('Mark as Fulfilled');
    expect(button.closest('tr')).toHaveTextContent(/Amara Okafor.*Front seat/);
    const recently = within(main().getByRole('region', { name: 'Recently Fulfilled' }));
    expect(await recently.findByText('Sticker')).toBeVisible();
  });
});

describe("the student's store", () => {
  const openStore = () =>
    open('/student/store', {
      as: amara,
      handlers: {
        'GET /api/store/classroom/c1': () => json([item]),
        'GET /api/purchases/student/s1': () => json([purchase]),
      },
    });

  // spec: 10.5
  it('shows the balance, Available Items and the Purchase History', async () => {
    await openStore();
    expect(await main().findByRole('heading', { level: 1, name: 'Store' })).toBeVisible();
    expect(main().getByText('Available Balance').parentElement).toHaveTextContent('240 GoalBucks');
    const inSection = async (name: string) => {
      const heading = await main().findByRole('heading', { level: 2, name });
      return within(heading.parentElement ?? document.body);
    };
    expect(await (await inSection('Available Items')).findByText('Homework pass')).toBeVisible();
    expect(await (await inSection('Purchase History')).findByText('Front seat')).toBeVisible();
  });

  // spec: 10.5
  it('opens the dialog Confirm Purchase by the Purchase button', async () => {
    const { user, calls } = await openStore();
    await user.click(await main().findByRole('button', { name: 'Purchase' }));
    const dialog = screen.getByRole('dialog', { name: 'Confirm Purchase' });
    expect(dialog).toHaveTextContent('Homework pass');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('suggestions', () => {
  // spec: 6.13
  it('begin with the button Suggest a Goal on My Goals', async () => {
    const { user } = await open('/student', { as: amara });
    await user.click(await main().findByRole('button', { name: 'Suggest a Goal' }));
    expect(await screen.findByRole('dialog')).toHaveAccessibleName('Suggest a Goal');
  });

  // spec: 8.3
  it('wait in the tab Goal Suggestions with Approve and Deny', async () => {
    const { user } = await open('/teacher/submissions', {
      as: rivera,
      handlers: { 'GET /api/goal-suggestions/teacher/t1': () => json([suggestion]) },
    });
    await user.click(await main().findByRole('tab', { name: 'Goal Suggestions 1 pending' }));
    const card = within(await main().findByRole('article', { name: 'Amara Okafor Learn to juggle' }));
    expect(card.getByRole('button', { name: 'Approve' })).toBeVisible();
    expect(card.getByRole('button', { name: 'Deny' })).toBeVisible();
  });
});
