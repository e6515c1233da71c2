import { describe, expect, it } from 'vitest';

import type { Goal } from '@/api/types';

import { rememberCelebrated, uncelebrated } from './celebrated-goals';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const DAY = 86_400_000;

function completed(id: string, daysAgo: number): Goal {
  const completedAt = new Date(NOW - daysAgo * DAY).toISOString();
  return {
    id,
    studentId: 's1',
    classroomId: 'c1',
    name: id,
    goalbucks: 5,
    dueDate: null,
    overdue: false,
    assignmentId: null,
    status: 'completed',
    createdAt: completedAt,
    completedAt,
  };
}

const ids = (goals: Goal[]) => goals.map(({ id }) => id);

describe('a completed goal is celebrated', () => {
  it('once', () => {
    const goals = [completed('a', 0)];
    expect(ids(uncelebrated('s1', goals, NOW))).toEqual(['a']);
    rememberCelebrated('s1', goals, NOW);
    expect(uncelebrated('s1', goals, NOW)).toEqual([]);
    expect(ids(uncelebrated('s1', [completed('b', 0), ...goals], NOW))).toEqual(['b']);
  });

  it('once, also when its approval was undone and given again', () => {
    rememberCelebrated('s1', [completed('a', 1)], NOW);
    rememberCelebrated('s1', [], NOW);
    expect(uncelebrated('s1', [completed('a', 0)], NOW)).toEqual([]);
  });

  it('by each student who shares the device', () => {
    rememberCelebrated('s1', [completed('a', 0)], NOW);
    expect(ids(uncelebrated('s2', [completed('a', 0)], NOW))).toEqual(['a']);
  });
});

describe('no celebration', () => {
  it('on a new device of what is older than a long weekend', () => {
    expect(ids(uncelebrated('s1', [completed('a', 2), completed('b', 4)], NOW))).toEqual(['a']);
  });

  it('of old goals that come back among the newest', () => {
    rememberCelebrated('s1', [completed('a', 1)], NOW);
    expect(uncelebrated('s1', [completed('old', 40)], NOW + 30 * DAY)).toEqual([]);
  });

  it('is spoiled by what cannot be read', () => {
    localStorage.setItem('celebrated_goals:s1', '{"ids":');
    expect(ids(uncelebrated('s1', [completed('a', 0)], NOW))).toEqual(['a']);
  });
});
