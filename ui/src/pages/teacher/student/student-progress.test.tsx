import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import type { StudentProgress } from '@/api/types';
import { errorResponse, type Handlers, json } from '@/testing/fake-server';

import { openAt, serveGoals } from './student-test-utils';

const PROGRESS = 'GET /api/students/s1/progress';
const OF_CLASS = 'GET /api/classrooms/c1/progress';
const sums = { goalsCompleted: 0, earned: 0, awards: 0, spent: 0 };
const comment = { goalId: 'g1', goalName: 'Read', comment: 'Lovely!', reviewedAt: '2025-10-14T12:00:00Z' };

function buildProgress(given: Partial<StudentProgress> = {}): StudentProgress {
  const weeks = [
    { ...sums, start: '2025-10-06', goalsCompleted: 3, earned: 60, spent: 10 },
    { ...sums, start: '2025-10-13', goalsCompleted: 1, earned: 20, awards: 5 },
  ];
  return {
    ...{ from: '2025-10-06', to: '2025-10-15', weeks, earned: 80, spent: 10, comments: [comment] },
    ...given,
  };
}

function show(progress = buildProgress(), handlers: Handlers = {}) {
  const lists = { noOpenGoal: [], overdue: [], waiting: [] };
  const repeating = { repeatingGiven: 36, repeatingCompleted: 31 };
  serveGoals({
    [PROGRESS]: () => json(progress),
    'GET /api/classrooms/c1/terms': () => json([]),
    [OF_CLASS]: () =>
      json({
        ...lists,
        ...{ from: progress.from, to: progress.to, weeks: [] },
        students: [{ ...sums, ...repeating, studentId: 's1' }],
      }),
    ...handlers,
  });
  return openAt('/teacher/student/s1/progress');
}

beforeEach(() => {
  localStorage.clear();
});

// spec: 23.8
describe("the tab Progress of a student's page", () => {
  it('shows the sums of the weeks, the goals that repeat and the comments', async () => {
    show();
    const facts = await screen.findByRole('region', { name: 'In short' });
    expect(await within(facts).findByText('31 of 36')).toBeVisible();
    expect(facts).toHaveTextContent('Goals completed4');
    expect(facts).toHaveTextContent('GoalBucks earned80 GoalBucks+ 5 in awards');
    expect(facts).toHaveTextContent('GoalBucks spent10 GoalBucks');
    expect(screen.getByRole('region', { name: 'Comments on approved goals' })).toHaveTextContent('Lovely!');
  });

  it('has the charts as tables for screen readers', async () => {
    show();
    const table = await screen.findByRole('table', { name: 'Goals completed per week' });
    const rows = within(table).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['Week fromGoals completed', 'Oct 63', 'Oct 131']);
    expect(screen.getByRole('table', { name: 'GoalBucks per week' })).toHaveTextContent('Oct 66010');
  });

  it('leads to the report of this student alone, of the chosen weeks', async () => {
    const user = show();
    const link = await screen.findByRole('link', { name: 'Print Report' });
    expect(link).toHaveAttribute('href', '/teacher/class/c1/reports?student=s1');
    await user.selectOptions(screen.getByLabelText('Time'), 'This term');
    expect(screen.getByRole('link', { name: 'Print Report' })).toHaveAttribute(
      'href',
      '/teacher/class/c1/reports?student=s1&time=term',
    );
  });

  it('offers the term if nothing happened in eight weeks', async () => {
    show(buildProgress({ weeks: [{ ...sums, start: '2025-10-13' }], comments: [] }));
    expect(await screen.findByRole('button', { name: 'Show This Term' })).toBeVisible();
  });

  it('can be tried again after an error', async () => {
    show(undefined, { [PROGRESS]: () => errorResponse(500, 'internal') });
    expect(await screen.findByRole('heading', { name: "Progress didn't load" })).toBeVisible();
  });
});
