import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { loginCardKeys } from '@/api/keys';
import { createQueryClient } from '@/api/query-client';
import type { LoginCard, StudentStats } from '@/api/types';
import { buildClassroom, buildStudentStats } from '@/testing/builders';
import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { FirstSteps } from './first-steps';

const amara = buildStudentStats({ id: 's1', currentGoals: 0, goalsCompleted: 0 });
const emma = buildStudentStats({ id: 's2', currentGoals: 0, goalsCompleted: 0 });
const card = (studentId: string, lastUsedAt: string | null = null): LoginCard => ({
  studentId,
  madeAt: '2026-11-20T10:00:00Z',
  lastUsedAt,
  address: 'http://192.168.1.20:8080',
});

type Scene = { students?: StudentStats[]; signedIn?: string[]; cards?: LoginCard[] };

function show({ students = [amara, emma], signedIn = [], cards = [] }: Scene = {}) {
  serve({ 'GET /api/classrooms/c1/login-cards': () => json(cards) });
  const queryClient = createQueryClient();
  queryClient.setQueryData(loginCardKeys.ofClass('c1'), cards);
  const onPrintCards = vi.fn();
  const { user } = render(
    <FirstSteps
      classroom={buildClassroom({ id: 'c1' })}
      students={students}
      signedIn={new Set(signedIn)}
      onPrintCards={onPrintCards}
    />,
    { queryClient },
  );
  return { user, onPrintCards };
}

const title = () => screen.queryByRole('heading', { name: '2 students are ready to sign in' });

// spec: 5.16
describe('the first steps', () => {
  it('offer login cards, and the page with the address', async () => {
    const { user, onPrintCards } = show();
    expect(title()).toBeVisible();
    expect(screen.getByRole('link', { name: 'Connect students' })).toHaveAttribute(
      'href',
      '/teacher/connect?class=c1',
    );
    await user.click(screen.getByRole('button', { name: 'Print Login Cards' }));
    expect(onPrintCards).toHaveBeenCalledOnce();
  });

  it('say that the cards are printed', () => {
    show({ cards: [card('s1'), card('s2')] });
    expect(screen.getByText('2 login cards printed')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Print Login Cards' })).toBeNull();
  });

  it.each<[string, Scene]>([
    ['a student is signed in', { signedIn: ['s1'] }],
    ['a card was used', { cards: [card('s1', '2026-11-21T10:00:00Z')] }],
    ['a student has a goal', { students: [amara, { ...emma, currentGoals: 1 }] }],
  ])('go when %s', (_what, scene) => {
    show(scene);
    expect(title()).toBeNull();
  });

  it('stay away once they were closed', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(title()).toBeNull();
    show();
    expect(title()).toBeNull();
  });
});
