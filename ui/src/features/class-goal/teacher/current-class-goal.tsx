import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheckBig, Flag, Pencil, Projector, Undo2 } from 'lucide-react';
import { useState } from 'react';

import { closeWhenDone } from '@/api/mutation-policy';
import type { ClassGoal } from '@/api/types';
import { Badge } from '@/components/badge';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { Coin } from '@/components/illustrations/coin';
import { Menu, MenuItem } from '@/components/menu';
import { ProgressBar } from '@/components/progress-bar';
import { formatCalendarDate, formatNumber } from '@/lib/format';

import { ClassGoalHill } from '../hill';
import { ClassGoalDialog } from './class-goal-dialog';
import { useEndClassGoal, useMarkClassGoalDone } from './mutations';

type GoalOfClass = { classroomId: string; goal: ClassGoal };

function EndDialog({ classroomId, goal, onClose }: GoalOfClass & { onClose: () => void }) {
  const ending = useEndClassGoal(classroomId);
  const given = formatNumber(goal.given);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t`End this class goal?`}
      description={
        goal.given === 0
          ? t`Nobody has chipped in yet. It can't be opened again.`
          : t`Everybody gets back what they gave, ${given} GoalBucks together. It can't be opened again.`
      }
      confirmLabel={t`End Class Goal`}
      pendingLabel={t`Ending`}
      pending={ending.isPending}
      onConfirm={() => {
        ending.mutate(goal.id, closeWhenDone(onClose));
      }}
    />
  );
}

type MenuProps = GoalOfClass & { students: number };

function GoalMenu({ classroomId, goal, students }: MenuProps) {
  const [dialog, setDialog] = useState<'edit' | 'end' | null>(null);
  const close = () => {
    setDialog(null);
  };
  return (
    <>
      <Menu label={t`More for this class goal`} variant="ghost">
        <MenuItem
          icon={<Pencil aria-hidden />}
          onSelect={() => {
            setDialog('edit');
          }}
        >
          <Trans>Edit</Trans>
        </MenuItem>
        <MenuItem
          icon={<Undo2 aria-hidden />}
          tone="danger"
          onSelect={() => {
            setDialog('end');
          }}
        >
          <Trans>End and Give Back</Trans>
        </MenuItem>
      </Menu>
      <ClassGoalDialog
        classroomId={classroomId}
        goal={goal}
        students={students}
        open={dialog === 'edit'}
        onOpenChange={close}
      />
      {dialog === 'end' && <EndDialog classroomId={classroomId} goal={goal} onClose={close} />}
    </>
  );
}

function DoneButton({ classroomId, goal }: GoalOfClass) {
  const marking = useMarkClassGoalDone(classroomId);
  return (
    <Button
      variant="primary"
      icon={<CircleCheckBig aria-hidden />}
      pending={marking.isPending}
      onClick={() => {
        marking.mutate(goal.id);
      }}
    >
      <Trans>Mark as Done</Trans>
    </Button>
  );
}

function StatusBadge({ status }: Pick<ClassGoal, 'status'>) {
  return status === 'open' ? (
    <Badge tone="plain" icon={<Flag aria-hidden />}>
      <Trans context="class goal" comment="Students can give to it">
        Open
      </Trans>
    </Badge>
  ) : (
    <Badge tone="approved" icon={<CircleCheckBig aria-hidden />}>
      <Trans context="class goal" comment="Enough was given to it">
        Reached
      </Trans>
    </Badge>
  );
}

function Sums({ goal }: { goal: ClassGoal }) {
  const [given, target] = [formatNumber(goal.given), formatNumber(goal.goalbucks)];
  const until = goal.until === null ? null : formatCalendarDate(goal.until);
  return (
    <>
      <p className="mt-3 mb-3 flex flex-wrap items-center gap-x-2 text-lead text-ink-2">
        <Coin className="size-8" />
        <Trans comment="What a class has given of what it needs, such as 640 of 1,000 GoalBucks">
          <span className="text-display font-bold text-gold-ink">{given}</span> of {target} GoalBucks
        </Trans>
      </p>
      <ProgressBar label={t`Class goal`} value={goal.given} max={goal.goalbucks} tone="gold" />
      <p className="mt-3 text-ink-2 empty:hidden">
        {goal.status === 'reached' && t`Reached. Nothing can be taken back any more.`}
        {goal.status === 'open' && until !== null && (
          <Trans comment="A class goal; the date is today, tomorrow, or such as Friday, December 11">
            until {until}
          </Trans>
        )}
      </p>
    </>
  );
}

type CurrentClassGoalProps = MenuProps & {
  /** Whether the user may change it. */
  mayManage: boolean;
};

/** The open class goal, or one that is reached and not yet done. */
export function CurrentClassGoal({ classroomId, goal, students, mayManage }: CurrentClassGoalProps) {
  return (
    <Card as="section" aria-label={t`Class goal`} className="grid overflow-clip lg:grid-cols-2">
      <div className="h-40 bg-sky lg:h-full lg:min-h-64">
        <ClassGoalHill given={goal.given} goalbucks={goal.goalbucks} />
      </div>
      <div className="min-w-0 p-5 sm:p-6">
        <div className="flex min-h-(--control) items-start justify-between gap-3">
          <StatusBadge status={goal.status} />
          {mayManage && goal.status === 'open' && (
            <GoalMenu classroomId={classroomId} goal={goal} students={students} />
          )}
        </div>
        <h2 className="text-title tracking-tight wrap-anywhere">
          <bdi>{goal.name}</bdi>
        </h2>
        <Sums goal={goal} />
        <div className="mt-5 flex flex-wrap gap-2">
          {mayManage && goal.status === 'reached' && <DoneButton classroomId={classroomId} goal={goal} />}
          <ButtonLink
            variant={goal.status === 'open' ? 'primary' : 'secondary'}
            icon={<Projector aria-hidden />}
            to={`/teacher/class/${classroomId}/class-goal/board`}
          >
            <Trans>Show on the Projector</Trans>
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}
