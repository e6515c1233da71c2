import { describe, expect, it } from 'vitest';

import { buildGroup } from '@/testing/builders';

import { groupNamed } from './group-name';
import { isExactly, togglingGroup, toSelectableGroup } from './group-selection';

const group = buildGroup({ studentIds: ['s1', 's2', 'away'] });
const present = new Set(['s1', 's2', 's3']);
const of = (...selected: string[]) => toSelectableGroup(group, present, new Set(selected));

// spec: 4.11
describe('a group among the students', () => {
  it.each([
    [[], 'none', 0],
    [['s3'], 'none', 0],
    [['s1', 's3'], 'some', 1],
    [['s1', 's2'], 'all', 2],
    [['s1', 's2', 's3'], 'all', 2],
  ] as const)('of %j selected ones is %s', (selected, state, selectedCount) => {
    expect(of(...selected)).toMatchObject({ state, selectedCount, presentIds: ['s1', 's2'] });
  });

  it.each([
    [[], ['s1', 's2']],
    [['s3'], ['s3', 's1', 's2']],
    [
      ['s2', 's3'],
      ['s2', 's3', 's1'],
    ],
    [['s1', 's2', 's3'], ['s3']],
  ])('pressed while %j are selected selects %j', (selected, next) => {
    expect([...togglingGroup(of(...selected), new Set(selected))]).toEqual(next);
  });

  it('is exactly what is selected if nobody else is', () => {
    expect(isExactly(of('s1', 's2'), new Set(['s1', 's2']))).toBe(true);
    expect(isExactly(of('s1', 's2', 's3'), new Set(['s1', 's2', 's3']))).toBe(false);
    expect(isExactly(of('s1'), new Set(['s1']))).toBe(false);
  });

  it('without present students is never all selected', () => {
    expect(toSelectableGroup(buildGroup(), present, new Set())).toMatchObject({ state: 'none' });
  });

  it.each(['red readers', ' RED READERS ', 'Ｒed readers'])('is found by its name: %j', (name) => {
    expect(groupNamed([group], name)).toBe(group);
    expect(groupNamed([group], `${name}2`)).toBeUndefined();
  });
});
