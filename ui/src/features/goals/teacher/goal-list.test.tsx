import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Goal } from '@/api/types';
import { buildGoal } from '@/testing/builders';
import { render } from '@/testing/render';

import { CompletedGoalList, CurrentGoalList } from './goal-list';

const goal = (id: string, fields: Partial<Goal> = {}) =>
  buildGoal({ id, name: `Goal ${id}`, goalbucks: 1, ...fields });

const row = (name: string) => within(screen.getByRole('heading', { name }).closest('li') ?? document.body);

const closed = { record: () => null, review: () => null, linkedId: null };

describe('current goals', () => {
  // spec: 6.5
  it('say in words when they are overdue, due, or have no due date', () => {
    const goals = [
      goal('a', { dueDate: '2020-01-31', overdue: true }),
      goal('b', { dueDate: '2999-01-31' }),
      goal('c'),
    ];
    render(<CurrentGoalList {...closed} goals={goals} status={() => null} />);
    expect(row('Goal a').getByText(/Overdue: was due .*2020/)).toBeVisible();
    expect(row('Goal b').getByText(/^Due .*2999/)).toBeVisible();
    expect(row('Goal c').getByText('No due date')).toBeVisible();
  });

  it('are overdue when the server says so, whatever day this device takes it for', () => {
    const goals = [goal('a', { dueDate: '2020-01-31' }), goal('b', { dueDate: '2999-01-31', overdue: true })];
    render(<CurrentGoalList {...closed} goals={goals} status={() => null} />);
    expect(row('Goal a').getByText(/^Due .*2020/)).toBeVisible();
    expect(row('Goal b').getByText(/^Overdue: was due/)).toBeVisible();
  });

  // spec: 22.8
  it('say whether they repeat', () => {
    const goals = [goal('a', { seriesId: 'r1' }), goal('b')];
    render(<CurrentGoalList {...closed} goals={goals} status={() => null} />);
    expect(row('Goal a').getByText('Repeats')).toBeVisible();
    expect(row('Goal b').queryByText('Repeats')).toBeNull();
  });

  it('show what they are worth, one GoalBuck in the singular, and what they wait for', () => {
    render(<CurrentGoalList {...closed} goals={[goal('a')]} status={() => 'Pending Review'} />);
    expect(row('Goal a').getByText('GoalBuck')).toBeVisible();
    expect(row('Goal a').getByText('Pending Review')).toBeVisible();
  });
});

describe('completed goals', () => {
  const done = (id: string) => goal(id, { status: 'completed', completedAt: '2024-05-17T10:00:00Z' });

  it('say when they were completed', () => {
    render(<CompletedGoalList {...closed} pages={[[done('a')]]} />);
    expect(row('Goal a').getByText(/May 17, 2024/)).toBeVisible();
  });

  it('put the focus on the first new one when more are shown', () => {
    const { rerender } = render(<CompletedGoalList {...closed} pages={[[done('a')]]} />);
    rerender(<CompletedGoalList {...closed} pages={[[done('a')], [done('b'), done('c')]]} />);
    expect(screen.getByRole('heading', { name: 'Goal b' }).closest('li')).toHaveFocus();
  });
});
