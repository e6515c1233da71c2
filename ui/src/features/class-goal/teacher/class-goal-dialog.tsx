import { plural, t } from '@lingui/core/macro';
import { useWatch } from 'react-hook-form';

import type { ClassGoal } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';
import { Coin } from '@/components/illustrations/coin';
import { formatNumber } from '@/lib/format';
import { isAmount, parseWholeNumber } from '@/shared/amount-rules';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormTextField } from '@/shared/form/form-fields';

import {
  classGoalSchema,
  type ClassGoalValues,
  toClassGoalBody,
  toClassGoalValues,
} from './class-goal-schema';
import { useSaveClassGoal } from './mutations';

/** "About 83 for each of 12 students." */
function shareText(target: string, students: number): string {
  if (!isAmount(target) || students === 0) return '';
  const share = formatNumber(Math.ceil((parseWholeNumber(target) ?? 0) / students));
  return plural(students, {
    one: `About ${share} for the one student.`,
    other: `About ${share} for each of # students.`,
  });
}

function TargetAndDate({ students }: { students: number }) {
  const { goalbucks, until } = useWatch<ClassGoalValues>();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormTextField
        name="goalbucks"
        label={t`GoalBucks`}
        inputMode="numeric"
        autoComplete="off"
        leading={<Coin />}
        placeholder={t`e.g. 1000`}
        hint={shareText(goalbucks ?? '', students)}
      />
      <FormTextField
        name="until"
        label={t({ message: 'Until', comment: 'Label of the date of a class goal, which is only shown' })}
        optional
        type="date"
        data-empty={until === '' || undefined}
      />
    </div>
  );
}

type ClassGoalFormProps = {
  classroomId: string;
  goal: ClassGoal | undefined;
  students: number;
  onSaved: () => void;
};

function ClassGoalForm({ classroomId, goal, students, onSaved }: ClassGoalFormProps) {
  const saving = useSaveClassGoal(classroomId);
  return (
    <Form
      schema={classGoalSchema(goal?.given ?? 0)}
      initialValues={toClassGoalValues(goal)}
      mutation={saving}
      onSubmit={(values) => {
        saving.mutate({ id: goal?.id, ...toClassGoalBody(values) }, { onSuccess: onSaved });
      }}
    >
      <FormTextField
        name="name"
        label={t({ message: 'Reward', comment: 'What a class saves for together' })}
        placeholder={t`e.g. Movie afternoon with popcorn`}
        autoComplete="off"
      />
      <TargetAndDate students={students} />
      <p className="rounded-control bg-sunken px-4 py-3">
        {t`If you end it before it is reached, everybody gets back what they gave.`}
      </p>
      <FormActions pendingLabel={t`Saving`}>
        {goal === undefined ? t`Start the Class Goal` : t`Save Changes`}
      </FormActions>
    </Form>
  );
}

type ClassGoalDialogProps = Omit<ClassGoalFormProps, 'onSaved'> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Makes a class goal, or changes an open one. */
export function ClassGoalDialog({ open, onOpenChange, ...form }: ClassGoalDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={form.goal === undefined ? t`New Class Goal` : t`Edit Class Goal`}
    >
      <ClassGoalForm
        {...form}
        onSaved={() => {
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}
