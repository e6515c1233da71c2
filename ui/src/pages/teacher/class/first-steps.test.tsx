import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { loginCardKeys, studentKeys } from '@/api/keys';
import { createQueryClient } from '@/api/query-client';
import type { Classroom, LoginCard, StudentStats } from '@/api/types';
import { buildClassroom, buildStudentStats, buildTeacherUser } from '@/testing/builders';
import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { useFirstSteps } from './first-steps';

const amara = buildStudentStats({ id: 's1', currentGoals: 0, goalsCompleted: 0 });
const emma = buildStudentStats({ id: 's2', currentGoals: 0, goalsCompleted: 0 });
const card = (studentId: string, lastUsedAt: string | null = null): LoginCard => ({
  studentId,
  madeAt: '2026-11-20T10:00:00Z',
  lastUsedAt,
  address: 'http://192.168.1.20:8080',
});

type SectionProps = {
  classroom: Classroom;
  students: StudentStats[];
  onPrintCards: () => void;
  onFirstGoal: () => void;
};

function Section(props: SectionProps) {
  const { pending, notice } = useFirstSteps(props);
  return (
    <>
      {notice}
      {!pending && <p>The students</p>}
    </>
  );
}

type Scene = { students?: StudentStats[]; signedIn?: string[]; cards?: LoginCard[]; isLoaded?: boolean };

function show({ students = [amara, emma], signedIn = [], cards = [], isLoaded = true }: Scene = {}) {
  const sessions = signedIn.map((studentId) => ({ studentId, endsAt: '2099-01-01T00:00:00Z' }));
  serve({
    'GET /api/classrooms/c1/login-cards': () => json(cards),
    'GET /api/classrooms/c1/signed-in': () => json(sessions),
  });
  const queryClient = createQueryClient();
  if (isLoaded) {
    queryClient.setQueryData(loginCardKeys.ofClass('c1'), cards);
    queryClient.setQueryData(studentKeys.signedIn('c1'), sessions);
  }
  const onPrintCards = vi.fn();
  const onFirstGoal = vi.fn();
  const { user } = render(
    <Section
      classroom={buildClassroom({ id: 'c1' })}
      students={students}
      onPrintCards={onPrintCards}
      onFirstGoal={onFirstGoal}
    />,
    { queryClient, signedInAs: buildTeacherUser() },
  );
  return { user, onPrintCards, onFirstGoal };
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

  it('end with the first goal, once everybody is signed in, until there is one', async () => {
    const { user, onFirstGoal } = show({ signedIn: ['s1', 's2'] });
    expect(screen.getByRole('heading', { name: 'All 2 students are signed in' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add the First Goal' }));
    expect(onFirstGoal).toHaveBeenCalledOnce();
    cleanup();
    show({ signedIn: ['s1', 's2'], students: [amara, { ...emma, goalsCompleted: 1 }] });
    expect(screen.queryByRole('button', { name: 'Add the First Goal' })).toBeNull();
  });

  it('appear together with the students, so that nothing moves under the pointer', async () => {
    show({ isLoaded: false });
    expect(screen.queryByText('The students')).toBeNull();
    expect(await screen.findByText('The students')).toBeVisible();
    expect(title()).toBeVisible();
  });

  it('stay away once they were closed', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(title()).toBeNull();
    show();
    expect(title()).toBeNull();
  });
});
