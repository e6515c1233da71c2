import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheckBig, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { Goal } from '@/api/types';
import { IconButton } from '@/components/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/menu';

import { EditGoalDialog } from './edit-goal-dialog';
import { CompleteGoalDialog, DeleteGoalDialog, ReopenGoalDialog } from './goal-confirm-dialogs';

type GoalAction = 'complete' | 'edit' | 'delete' | 'reopen';
type ChosenAction = { action: GoalAction; goal: Goal };
type ActionsProps = { goal: Goal; onChoose: (chosen: ChosenAction) => void };

/** Actions of a goal that isn't completed. */
export function CurrentGoalActions({ goal, onChoose }: ActionsProps) {
  const { name } = goal;
  const choose = (action: GoalAction) => () => {
    onChoose({ action, goal });
  };
  return (
    <Menu variant="ghost" label={t`Actions for ${name}`}>
      <MenuItem icon={<CircleCheckBig aria-hidden />} onSelect={choose('complete')}>
        <Trans comment="Menu item that completes a goal">Complete</Trans>
      </MenuItem>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={choose('edit')}>
        <Trans>Edit</Trans>
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="danger" icon={<Trash2 aria-hidden />} onSelect={choose('delete')}>
        <Trans>Delete</Trans>
      </MenuItem>
    </Menu>
  );
}

export function CompletedGoalActions({ goal, onChoose }: ActionsProps) {
  const { name } = goal;
  return (
    <IconButton
      label={t`Reopen ${name}`}
      icon={<RotateCcw aria-hidden />}
      onClick={() => {
        onChoose({ action: 'reopen', goal });
      }}
    />
  );
}

/** Actions of a goal that ended without being completed. */
export function EndedGoalActions({ goal, onChoose }: ActionsProps) {
  const { name } = goal;
  return (
    <Menu variant="ghost" label={t`Actions for ${name}`}>
      <MenuItem
        icon={<RotateCcw aria-hidden />}
        onSelect={() => {
          onChoose({ action: 'reopen', goal });
        }}
      >
        <Trans comment="Menu item that makes a goal current again">Reopen</Trans>
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        tone="danger"
        icon={<Trash2 aria-hidden />}
        onSelect={() => {
          onChoose({ action: 'delete', goal });
        }}
      >
        <Trans>Delete</Trans>
      </MenuItem>
    </Menu>
  );
}

/** The chosen action and its goal. `goals` are the current rows of the lists. */
export function useGoalAction(goals: Goal[]) {
  const [chosen, setChosen] = useState<ChosenAction | null>(null);
  // Uses the current version, or the chosen one if it was removed meanwhile.
  const currentGoal = chosen && (goals.find(({ id }) => id === chosen.goal.id) ?? chosen.goal);
  return {
    choose: setChosen,
    close: () => {
      setChosen(null);
    },
    /** The goal for which this action was chosen. */
    goalFor: (action: GoalAction) => (chosen?.action === action ? currentGoal : null),
  };
}

type GoalActionDialogsProps = {
  actions: ReturnType<typeof useGoalAction>;
  studentName: string;
  /** Current balance, if known. */
  balance: number | undefined;
  /** Whether a submission for the goal is pending. */
  isWaiting: (goal: Goal) => boolean;
};

export function GoalActionDialogs({ actions, studentName, balance, isWaiting }: GoalActionDialogsProps) {
  const completing = actions.goalFor('complete');
  const dialogProps = { studentName, onClose: actions.close };
  return (
    <>
      <CompleteGoalDialog
        {...dialogProps}
        goal={completing}
        waiting={completing !== null && isWaiting(completing)}
      />
      <EditGoalDialog {...dialogProps} goal={actions.goalFor('edit')} />
      <DeleteGoalDialog {...dialogProps} goal={actions.goalFor('delete')} />
      <ReopenGoalDialog {...dialogProps} goal={actions.goalFor('reopen')} balance={balance} />
    </>
  );
}
