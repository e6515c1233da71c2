import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, Pencil, Plus } from 'lucide-react';

import type { StudentGroup } from '@/api/types';
import { Button } from '@/components/button';
import { IconButton } from '@/components/icon-button';
import { classNames } from '@/lib/class-names';
import { formatNumber } from '@/lib/format';

import { isExactly, type SelectableGroup, togglingGroup, toSelectableGroup } from './group-selection';

const PRESSED = { all: true, some: 'mixed', none: false } as const;

function CountOf({ count, all }: { count: string; all: string }) {
  return (
    <Trans comment="Selected students of a group">
      {count} of {all}
    </Trans>
  );
}

/** "2 of 3" while some of the group's students are selected, else their number. */
function Count({ group: { state, selectedCount, presentIds } }: { group: SelectableGroup }) {
  const all = formatNumber(presentIds.length);
  return (
    <span className="grid justify-items-end text-ink-2">
      {/* As wide in every state, so that the other chips stay where they are. */}
      <span aria-hidden className="invisible col-start-1 row-start-1">
        <CountOf count={all} all={all} />
      </span>
      <span className="col-start-1 row-start-1 inline-flex items-center gap-1">
        {state === 'all' && <Check aria-hidden className="size-4 text-brand-ink" />}
        {state === 'some' ? <CountOf count={formatNumber(selectedCount)} all={all} /> : all}
      </span>
    </span>
  );
}

/** A group of students, and whether all, some or none of them are selected. */
function Chip({ group, onPress }: { group: SelectableGroup; onPress: () => void }) {
  const { name, state, presentIds } = group;
  return (
    <Button
      title={name}
      aria-pressed={PRESSED[state]}
      disabled={presentIds.length === 0}
      onClick={onPress}
      className={classNames(
        'max-w-full min-h-8! gap-1.5! px-2.5! text-small! disabled:border-line!',
        state === 'all' && 'border-brand! bg-brand-soft!',
        state === 'some' && 'border-dashed! border-brand!',
      )}
    >
      <span className="truncate">
        <bdi>{name}</bdi>
      </span>{' '}
      <Count group={group} />
    </Button>
  );
}

/** Saves the selected students. Invisible rather than absent, so that ticking a student doesn't move the table. */
function SaveChip({ count, visible, onPress }: { count: number; visible: boolean; onPress: () => void }) {
  const label = plural(count, { one: 'Save This Student as a Group', other: 'Save These # as a Group' });
  return (
    <Button
      variant="link"
      title={label}
      icon={<Plus aria-hidden />}
      disabled={!visible}
      onClick={onPress}
      className={classNames(
        'min-h-8! border-dashed! border-line-strong! text-small!',
        !visible && 'invisible',
      )}
    >
      {label}
    </Button>
  );
}

type GroupChipsProps = {
  /** Undefined while they load. */
  groups: readonly StudentGroup[] | undefined;
  /** The students who can be selected. */
  studentIds: readonly string[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onSave: () => void;
  onEdit: () => void;
};

/** The groups of a class, each of which selects its students; what is selected can be saved as another one. */
export function GroupChips({ groups, studentIds, selected, onSelect, onSave, onEdit }: GroupChipsProps) {
  const present = new Set(studentIds);
  const chips = (groups ?? []).map((group) => toSelectableGroup(group, present, selected));
  const isNew = selected.size > 0 && !chips.some((group) => isExactly(group, selected));
  return (
    <div className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-1.5">
      <span aria-hidden className="text-small text-ink-2 max-sm:sr-only">
        <Trans comment="Of students">Groups</Trans>
      </span>
      <ul
        aria-label={t({ message: 'Groups', comment: 'Of students' })}
        className="relative flex min-w-0 grow items-center gap-2 sm:flex-wrap max-sm:-my-1.5 max-sm:-ms-4 max-sm:overflow-x-auto max-sm:py-1.5 max-sm:ps-4"
      >
        {chips.map((group) => (
          <li key={group.id} className="max-w-60 max-sm:max-w-[55vw] max-sm:shrink-0">
            <Chip
              group={group}
              onPress={() => {
                onSelect(togglingGroup(group, selected));
              }}
            />
          </li>
        ))}
        <li className="text-small text-ink-2 max-sm:has-[button]:shrink-0">
          {groups?.length === 0 && selected.size === 0 ? (
            <Trans>Tick students to save them as a group.</Trans>
          ) : (
            <SaveChip count={selected.size} visible={isNew && groups !== undefined} onPress={onSave} />
          )}
        </li>
        <li className="ms-auto shrink-0 max-sm:sticky max-sm:end-0 max-sm:bg-surface">
          <IconButton
            label={t`Edit groups`}
            icon={<Pencil aria-hidden />}
            disabled={groups === undefined}
            onClick={onEdit}
          />
        </li>
      </ul>
    </div>
  );
}
