import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { card, daysAgo, goal, news, purchase, show, showAgain, suggestion } from './news-test-utils';

const handedOut = (id: string, fields = {}) =>
  purchase(id, { status: 'fulfilled', fulfilledAt: daysAgo(0), fulfilledBy: 't1', ...fields });
const cancelled = (id: string, cancelReason: string | null = null) =>
  purchase(id, { status: 'cancelled', cancelledAt: daysAgo(0), cancelReason });
const answered = (id: string, status: 'approved' | 'denied') =>
  suggestion(id, { status, reviewedAt: daysAgo(0) });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

describe('a hand-out', () => {
  it('arrives on the open page with its name and price', async () => {
    const { server, settle, refresh } = show({ purchases: [purchase('a')] });
    await settle();
    expect(news()).toBe('');
    server.purchases = [handedOut('a')];
    await refresh();
    expect(card('Your teacher gave you “Thing a”').getByText(/You paid/)).toHaveTextContent(
      'You paid 20 GoalBucks for it.',
    );
  });

  it('is shown until it is closed, and once on this device', async () => {
    const world = { purchases: [handedOut('a')] };
    const { user } = show(world);
    await screen.findByText(/Your teacher gave you/);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(news()).toBe('');
    const { settle } = showAgain(world);
    await settle();
    expect(news()).toBe('');
  });

  it('goes when the teacher takes it back, and is told again when it comes again', async () => {
    const { server, refresh } = show({ purchases: [handedOut('a', { fulfilledAt: daysAgo(1) })] });
    await screen.findByText(/Your teacher gave you/);
    server.purchases = [purchase('a')];
    await refresh();
    expect(news()).toBe('');
    server.purchases = [handedOut('a')];
    await refresh();
    expect(card('Your teacher gave you “Thing a”').getByText(/You paid/)).toBeVisible();
  });

  it('among many is counted', async () => {
    show({ purchases: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => handedOut(id)) });
    expect(await screen.findByText('Your teacher gave you 7 things that you bought')).toBeVisible();
    expect(screen.getAllByText(/^Thing/)).toHaveLength(5);
    expect(screen.getByText('and 2 more')).toBeVisible();
  });
});

describe('a cancelled purchase', () => {
  it('says what came back, and what the teacher wrote', async () => {
    show({ purchases: [cancelled('a', 'They are sold out.')] });
    const refund = card(await screen.findByText('You got 20 GoalBucks back').then((it) => it.textContent));
    expect(refund.getByText(/was cancelled/)).toHaveTextContent('“Thing a” was cancelled.');
    expect(refund.getByText('They are sold out.')).toBeVisible();
  });

  it('among several is summed up, each with its reason', async () => {
    show({ purchases: [cancelled('a', 'Sold out.'), cancelled('b')] });
    expect(await screen.findByText('You got 40 GoalBucks back')).toBeVisible();
    expect(news()).toContain('“Thing a” was cancelled.');
    expect(news()).toContain('Sold out.');
    expect(news()).toContain('“Thing b” was cancelled.');
  });
});

describe('a suggestion', () => {
  it('that is denied is announced as a notice', async () => {
    const { server, settle, refresh } = show({ suggestions: [suggestion('a')] });
    await settle();
    expect(news()).toBe('');
    server.suggestions = [answered('a', 'denied')];
    await refresh();
    expect(
      card('Your teacher looked at your idea “Idea a”').getByText(
        "It doesn't become a goal this time. You can suggest another one.",
      ),
    ).toBeVisible();
  });

  it('that is approved is not announced', async () => {
    const { settle } = show({ suggestions: [answered('a', 'approved')] });
    await settle();
    expect(news()).toBe('');
  });
});

it('asks for purchases and suggestions once, after the goals have come', async () => {
  const { calls, settle } = show({ goals: [goal('1')] });
  await settle();
  const paths = calls.map(({ path, query }) => path + query);
  expect(paths.slice(-3).sort()).toEqual([
    '/api/goal-suggestions/student/s1?limit=50',
    '/api/goal-suggestions/student/s1?status=pending',
    '/api/purchases/student/s1?limit=51',
  ]);
  // Goals, submissions, ledger and savings share one call.
  expect(paths[0]).toBe('/api/students/s1/home');
  expect(paths).toHaveLength(4);
});
