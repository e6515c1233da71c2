import type { StudentGroup } from '@/api/types';

/** How much of a group is selected. */
export type GroupState = 'all' | 'some' | 'none';

/** A group among the students who can be selected: those of `present`, who aren't away. */
export type SelectableGroup = StudentGroup & {
  presentIds: string[];
  /** Number of its students who are selected. */
  selectedCount: number;
  state: GroupState;
};

export function toSelectableGroup(
  group: StudentGroup,
  present: ReadonlySet<string>,
  selected: ReadonlySet<string>,
): SelectableGroup {
  const presentIds = group.studentIds.filter((id) => present.has(id));
  const selectedCount = presentIds.filter((id) => selected.has(id)).length;
  const isAll = selectedCount > 0 && selectedCount === presentIds.length;
  const state = isAll ? 'all' : selectedCount > 0 ? 'some' : 'none';
  return { ...group, presentIds, selectedCount, state };
}

/** The selection after a group's chip was pressed: with all of its students, or without them if all were selected. */
export function togglingGroup(
  { presentIds, state }: SelectableGroup,
  selected: ReadonlySet<string>,
): ReadonlySet<string> {
  if (state !== 'all') return new Set([...selected, ...presentIds]);
  return new Set([...selected].filter((id) => !presentIds.includes(id)));
}

/** Whether exactly the students of the group are selected. */
export const isExactly = ({ state, selectedCount }: SelectableGroup, selected: ReadonlySet<string>) =>
  state === 'all' && selectedCount === selected.size;
