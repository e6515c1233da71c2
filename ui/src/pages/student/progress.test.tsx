import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { StudentProgress } from '@/api/types';
import { buildSavings, buildStudentUser } from '@/testing/builders';
import { errorResponse, type Handlers, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import MyProgressPage from './progress';

const sums = { earned: 0, awards: 0, spent: 0 };
const starts = ['2025-09-29', '2025-10-06', '2025-10-13'];
const PROGRESS = 'GET /api/students/s1/progress';

function show(goals: number[], given: Partial<StudentProgress> = {}, handlers: Handlers = {}) {
  const weeks = starts.map((start, week) => ({ ...sums, start, goalsCompleted: goals[week] ?? 0 }));
  const progress = { from: '2025-09-29', to: '2025-10-15', weeks, earned: 60, spent: 0, comments: [] };
  serve({
    [PROGRESS]: () => json({ ...progress, ...given }),
    'GET /api/students/s1/goals': () => json([]),
    'GET /api/submissions/student/s1': () => json([]),
    'GET /api/purchases/student/s1': () => json([]),
    'GET /api/goal-suggestions/student/s1': () => json([]),
    'GET /api/students/s1/ledger': () => json([]),
    'GET /api/students/s1/goalbucks': () => json({ balance: 240, earned: 415, spent: 175 }),
    ...handlers,
  });
  return render(<MyProgressPage />, { path: '/student/progress', signedInAs: buildStudentUser() });
}

// spec: 25.1
it('shows what is missing for the item that the student saves for', async () => {
  const savings = buildSavings({ itemName: 'Class DJ', goalbucksCost: 300 });
  show([1, 2, 3], {}, { 'GET /api/students/s1/savings': () => json(savings) });
  const card = await screen.findByRole('region', { name: 'You save for Class DJ' });
  expect(within(card).getByText('60 more to go')).toBeVisible();
});

beforeEach(() => {
  vi.setSystemTime(new Date(2025, 9, 15, 12));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// spec: 23.4
describe('My Progress', () => {
  it('counts the goals of the last weeks, and those of this one', async () => {
    show([3, 0, 2]);
    expect(await screen.findByRole('heading', { name: '5 goals reached!' })).toBeVisible();
    expect(screen.getByText(/^2 of them this week/)).toBeVisible();
  });

  it('has a list of the weeks beside the flags, which a button shows', async () => {
    const { user } = show([6, 0, 1]);
    const flags = await screen.findByRole('region', { name: 'Your flags, week by week' });
    expect(within(flags).getByText('x6')).toBeVisible();
    const weeks = within(flags).getAllByRole('listitem');
    expect(weeks.map((week) => week.textContent)).toEqual([
      'Sep 296 goals',
      'Oct 6–',
      'Oct 13, so far1 goal',
    ]);
    await user.click(screen.getByRole('button', { name: 'Show as List' }));
    expect(within(flags).queryByText('x6')).toBeNull();
    expect(within(flags).getAllByRole('listitem')).toHaveLength(3);
  });

  it('waits for the first flag without a word about what was missed', async () => {
    show([0, 0, 0]);
    expect(await screen.findByRole('heading', { name: 'Your next flag is waiting' })).toBeVisible();
  });

  it('shows what is left of everything that was earned', async () => {
    show([1, 0, 0]);
    const card = await screen.findByRole('region', { name: 'Your GoalBucks' });
    expect(await within(card).findByText('you have')).toBeVisible();
    expect(card).toHaveTextContent('240 GoalBucks you have');
    expect(card).toHaveTextContent('415 earned so far');
    expect(card).toHaveTextContent('175 you spent');
  });

  it('shows the comments of approved goals', async () => {
    const comment = {
      goalId: 'g1',
      goalName: 'Read',
      comment: 'Lovely!',
      reviewedAt: '2025-10-14T12:00:00Z',
    };
    show([1, 0, 0], { comments: [comment] });
    const region = await screen.findByRole('region', { name: 'What your teacher wrote' });
    expect(region).toHaveTextContent('Lovely!Read · yesterday');
  });

  it('can be tried again after an error', async () => {
    show([], {}, { [PROGRESS]: () => errorResponse(500, 'internal') });
    expect(await screen.findByRole('heading', { name: "Your progress didn't load" })).toBeVisible();
  });
});
