import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { LedgerEntry } from '@/api/types';
import { buildLedgerEntry } from '@/testing/builders';
import { type Handlers, json, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { GoalbucksHistory } from './goalbucks-history';

const LEDGER = 'GET /api/students/s1/ledger';

function entry(number: number, fields: Partial<LedgerEntry> = {}): LedgerEntry {
  const what = { amount: 5, reason: 'goal' as const, description: `Entry ${number}` };
  const createdAt = '2025-03-02T09:00:00Z';
  return buildLedgerEntry({ id: `e${number}`, ...what, createdAt, balanceAfter: number * 5, ...fields });
}

function show(handlers: Handlers) {
  const calls = serve(handlers);
  const { user } = render(<GoalbucksHistory studentId="s1" empty="Nothing yet." />);
  return { user, calls };
}

const row = async (description: string) =>
  (await screen.findByText(description)).closest('li') ?? document.body;

/** A ledger of so many entries, newest first, as the server pages it. */
function pagesOf(count: number) {
  const all = Array.from({ length: count }, (_, index) => entry(count - index));
  return ({ query }: { query: string }) => {
    const asked = new URLSearchParams(query);
    const start = all.findIndex(({ id }) => id === asked.get('before')) + 1;
    return json(all.slice(start, start + Number(asked.get('limit'))));
  };
}

describe('the GoalBucks history', () => {
  it.each<[LedgerEntry['reason'], number, string, string]>([
    ['goal', 25, 'Goal completed', '+25'],
    ['goal_reversed', -25, 'Goal reopened', '-25'],
    ['award_reversed', -25, 'Award taken back', '-25'],
    ['purchase', -100, 'Purchase', '-100'],
    ['refund', 100, 'Purchase refunded', '+100'],
    ['award', 10, 'Award', '+10'],
    ['correction', -1, 'Correction', '-1'],
  ])('says %s in words, with sign, balance after and time', async (reason, amount, words, signed) => {
    show({ [LEDGER]: () => json([entry(1, { reason, amount, balanceAfter: 1240 })]) });
    const found = await row('Entry 1');
    expect(found).toHaveTextContent(words);
    expect(found).toHaveTextContent(signed);
    expect(found).toHaveTextContent('Balance 1,240');
    expect(within(found).getByText('Mar 2, 2025')).toHaveAttribute('dateTime', '2025-03-02T09:00:00Z');
  });

  it.each([
    ['award', 'Taken back Mar 4, 2025'],
    ['goal', 'Reopened Mar 4, 2025'],
  ] as const)('says when the GoalBucks of %s were taken back', async (reason, text) => {
    show({ [LEDGER]: () => json([entry(2), entry(1, { reason, reversedAt: '2025-03-04T09:00:00Z' })]) });
    expect(await row('Entry 1')).toHaveTextContent(text);
    expect(await row('Entry 2')).not.toHaveTextContent('Mar 4');
    expect(screen.queryByRole('button')).toBeNull();
  });

  // spec: 9.8
  it('comes 50 at a time, and the focus goes to the first new entry', async () => {
    const { user, calls } = show({ [LEDGER]: pagesOf(120) });
    expect(await screen.findByText('Entry 71')).toBeVisible();
    expect(screen.queryByText('Entry 70')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await row('Entry 70')).toHaveFocus();
    expect(screen.getByText('Entry 21')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Entry 1')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(calls).toHaveLength(3);
  });

  it('offers no more when there are just 50', async () => {
    show({ [LEDGER]: pagesOf(50) });
    expect(await screen.findByText('Entry 1')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('says so while there is nothing', async () => {
    show({ [LEDGER]: () => json([]) });
    expect(await screen.findByRole('heading', { name: 'No GoalBucks yet' })).toBeVisible();
    expect(screen.getByText('Nothing yet.')).toBeVisible();
  });

  it('loads with a message for screen readers', () => {
    show({ [LEDGER]: () => new Promise(() => undefined) });
    expect(screen.getByRole('status')).toHaveTextContent('Loading GoalBucks history...');
  });

  it('that did not load offers to try again', async () => {
    const answers = [() => errorResponse(500, 'No.'), () => json([entry(1)])];
    const { user } = show({ [LEDGER]: () => answers.shift()?.() ?? json([]) });
    expect(await screen.findByText("The history didn't load")).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Entry 1')).toBeVisible();
  });
});
