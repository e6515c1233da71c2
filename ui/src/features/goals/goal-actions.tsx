import { CircleCheckBig, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { Goal } from '@/api/types';
import { IconButton } from '@/components/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/menu';

import { EditGoalDialog } from './edit-goal-dialog';
import { CompleteGoalDialog, DeleteGoalDialog, ReopenGoalDialog } from './goal-questions';

type GoalAction = 'complete' | 'edit' | 'delete' | 'reopen';
type Chosen = { action: GoalAction; goal: Goal };
type ActionsProps = { goal: Goal; onChoose: (chosen: Chosen) => void };

/** What a teacher can do with a goal that hasn't paid. */
export function CurrentGoalActions({ goal, onChoose }: ActionsProps) {
  const choose = (action: GoalAction) => () => {
    onChoose({ action, goal });
  };
  return (
    <Menu variant="ghost" label={`Actions for ${goal.name}`}>
      <MenuItem icon={<CircleCheckBig aria-hidden />} onSelect={choose('complete')}>
        Complete
      </MenuItem>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={choose('edit')}>
        Edit
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="danger" icon={<Trash2 aria-hidden />} onSelect={choose('delete')}>
        Delete
      </MenuItem>
    </Menu>
  );
}

/** What a teacher can do with a goal that has paid. */
export function CompletedGoalActions({ goal, onChoose }: ActionsProps) {
  return (
    <IconButton
      label={`Reopen ${goal.name}`}
      icon={<RotateCcw aria-hidden />}
      onClick={() => {
        onChoose({ action: 'reopen', goal });
      }}
    />
  );
}

/** Which action is under way on which goal. `goals` are those of the lists, as they stand now. */
export function useGoalAction(goals: Goal[]) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  // It may be edited elsewhere meanwhile; one that is in no list any more is asked about as it was.
  const now = chosen && (goals.find(({ id }) => id === chosen.goal.id) ?? chosen.goal);
  return {
    choose: setChosen,
    close: () => {
      setChosen(null);
    },
    /** The goal that this action is chosen for. */
    goalOf: (action: GoalAction) => (chosen?.action === action ? now : null),
  };
}

type GoalActionDialogsProps = {
  actions: ReturnType<typeof useGoalAction>;
  studentName: string;
  /** What the student can spend now, as far as it is known. */
  balance: number | undefined;
  /** Whether a submission for the goal waits for a review. */
  isWaiting: (goal: Goal) => boolean;
};

/** The questions and the form behind the actions. */
export function GoalActionDialogs({ actions, studentName, balance, isWaiting }: GoalActionDialogsProps) {
  const completing = actions.goalOf('complete');
  const asked = { studentName, onClose: actions.close };
  return (
    <>
      <CompleteGoalDialog
        {...asked}
        goal={completing}
        waiting={completing !== null && isWaiting(completing)}
      />
      <EditGoalDialog {...asked} goal={actions.goalOf('edit')} />
      <DeleteGoalDialog {...asked} goal={actions.goalOf('delete')} />
      <ReopenGoalDialog {...asked} goal={actions.goalOf('reopen')} balance={balance} />
    </>
  );
}
