import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import { json, serve } from '@/testing/fake-server';

import HistoryPage from './history';
import { HistoryLink } from './history-link';

vi.mock('@/auth/session-context', () => ({ useStudent: () => ({ id: 's1', role: 'student' }) }));

function show(page: React.ReactNode) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>{page}</MemoryRouter>
    </QueryClientProvider>,
  );
}

describe("a student's GoalBucks history", () => {
  // spec: 9.8
  it("is the student's own, with a way back to My Goals", async () => {
    const calls = serve({ 'GET /api/students/s1/ledger': () => json([]) });
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
