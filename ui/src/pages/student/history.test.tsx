import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { buildStudentUser } from '@/testing/builders';
import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import HistoryPage from './history';
import { HistoryLink } from './history-link';

const show = (page: React.ReactNode) => render(page, { signedInAs: buildStudentUser() });

describe("a student's GoalBucks history", () => {
  // spec: 9.8
  it("is the student's own, with a way back to My Goals", async () => {
    const calls = serve({
      'GET /api/students/s1/ledger': () => json([]),
      'GET /api/students/s1/goals': () => json([]),
      'GET /api/submissions/student/s1': () => json([]),
      'GET /api/purchases/student/s1': () => json([]),
      'GET /api/goal-suggestions/student/s1': () => json([]),
    });
    show(<HistoryPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'GoalBucks History' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'My Goals' })).toHaveAttribute('href', '/student');
    expect(await screen.findByText('Reach a goal, and what you earn for it stands here.')).toBeVisible();
    expect(calls.map(({ path }) => path).filter((path) => !/\/s1(\/|$)/.test(path))).toEqual([]);
  });

  it('is reached from the balance', () => {
    show(<HistoryLink />);
    expect(screen.getByRole('link', { name: 'GoalBucks History' })).toHaveAttribute(
      'href',
      '/student/history',
    );
  });
});
