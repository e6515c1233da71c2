import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { LedgerEntry } from '@/api/types';
import { buildLedgerEntry } from '@/testing/builders';
import { type Handlers, json, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { TeacherGoalbucksHistory } from './teacher-goalbucks-history';

const LEDGER = 'GET /api/students/s1/ledger';
const HOLDERS = 'GET /api/goalbucks/award/a1';
const REVERSE = 'POST /api/goalbucks/award/a1/reverse';

function entry(id: string, fields: Partial<LedgerEntry> = {}): LedgerEntry {
  const what = { amount: 10, description: `Reason ${id}`, balanceAfter: 50, assignmentId: 'a1' };
  return buildLedgerEntry({ id, ...what, createdAt: '2025-03-02T09:00:00Z', ...fields });
}

const correction = entry('e2', { reason: 'correction', assignmentId: null });

function show(handlers: Handlers) {
  const calls = serve({ [LEDGER]: () => json([correction, entry('e1')]), ...handlers });
  const { user } = render(
    <TeacherGoalbucksHistory studentId="s1" studentName="Amara Okafor" empty="Nothing yet." mayTakeBack />,
  );
  return { user, calls };
}

const takeBack = () => screen.findByRole('button', { name: 'Take back: Reason e1' });
const question = () => screen.findByRole('alertdialog', { name: 'Take back this award?' });
const confirm = async () => within(await question()).getByRole('button', { name: 'Take back award' });

describe('an award in a student’s history', () => {
  it('can be taken back, and nothing else can', async () => {
    show({});
    expect(await takeBack()).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Take back/ })).toHaveLength(1);
  });

  it.each([
    [1, 'This takes 10 GoalBucks back from Amara Okafor.'],
    [2, 'This takes 10 GoalBucks back from Amara Okafor, and from 1 other student who got this award.'],
    [12, 'This takes 10 GoalBucks back from Amara Okafor, and from 11 other students who got this award.'],
  ])('says before it is taken back from how many students: %d', async (count, text) => {
    const { user } = show({ [HOLDERS]: () => json({ count }) });
    await user.click(await takeBack());
    expect(await screen.findByText(/^This takes/)).toHaveTextContent(text);
    expect(await confirm()).toBeEnabled();
  });

  it('is asked about anew each time: the number of students may have changed', async () => {
    const counts = [12, 3];
    const { user } = show({ [HOLDERS]: () => json({ count: counts.shift() ?? 0 }) });
    await user.click(await takeBack());
    expect(await screen.findByText(/11 other students/)).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(await takeBack());
    expect(await screen.findByText(/2 other students/)).toBeVisible();
  });

  it('is taken back from everybody with one call; then the row says so and has the focus', async () => {
    let reversed = false;
    const { user, calls } = show({
      [LEDGER]: () => {
        const reversal = entry('e3', { amount: -10, reason: 'award_reversed', assignmentId: null });
        return json(
          reversed
            ? [reversal, correction, entry('e1', { reversedAt: '2025-03-04T09:00:00Z' })]
            : [correction, entry('e1')],
        );
      },
      [HOLDERS]: () => json({ count: 12 }),
      [REVERSE]: () => {
        reversed = true;
        return json({ count: 12 });
      },
    });
    await user.click(await takeBack());
    await screen.findByText(/11 other students/);
    await user.click(await confirm());
    expect(await screen.findByText('10 GoalBucks taken back from 12 students.')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).toBeNull();
    });
    const row = screen.getByText('Reason e1').closest('li') ?? document.body;
    expect(row).toHaveTextContent('Taken back Mar 4, 2025');
    expect(within(row).queryByRole('button')).toBeNull();
    expect(row).toHaveFocus();
  });

  it('that was taken back elsewhere meanwhile can’t be taken back', async () => {
    const { user } = show({ [HOLDERS]: () => json({ count: 0 }) });
    await user.click(await takeBack());
    expect(await screen.findByText('It has already been taken back.')).toBeVisible();
    expect(await confirm()).toBeDisabled();
  });

  it('keeps its question when the call fails', async () => {
    const { user } = show({
      [HOLDERS]: () => json({ count: 2 }),
      [REVERSE]: () => errorResponse(500, 'No.'),
    });
    await user.click(await takeBack());
    await screen.findByText(/1 other student/);
    await user.click(await confirm());
    expect(await screen.findByText('Failed to take the award back. Please try again.')).toBeVisible();
    expect(await question()).toBeVisible();
  });

  it('can’t be taken back while nobody knows from how many students', async () => {
    const answers = [() => errorResponse(500, 'No.'), () => json({ count: 2 })];
    const { user } = show({ [HOLDERS]: () => answers.shift()?.() ?? errorResponse(500, 'No more.') });
    await user.click(await takeBack());
    expect(await screen.findByText("The number of students with this award didn't load.")).toBeVisible();
    expect(await confirm()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/1 other student/)).toBeVisible();
    expect(await confirm()).toBeEnabled();
  });
});
