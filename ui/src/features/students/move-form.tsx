import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import type { Classroom } from '@/api/types';
import { ClassOptions } from '@/shared/class-options';
import { Form, type FormMutation } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { useSubmission } from '@/shared/form/form-context';
import { FormSelectField } from '@/shared/form/select-field';
import { HelpButton } from '@/shared/help-button';

type ClassesProps = {
  /** Possible target classes. */
  classes: readonly Classroom[];
};

type RefusalProps = {
  /** Message at the chosen class if it refused. */
  refusal?: ((target: Classroom) => string) | undefined;
};

const schema = z.object({
  classroomId: z.string().check(z.minLength(1, { error: () => t`Choose a class.` })),
});

type Values = z.infer<typeof schema>;

/** The chosen class. */
function useTarget(classes: readonly Classroom[]): Classroom | undefined {
  const classroomId = useWatch<Values>({ name: 'classroomId' });
  return classes.find(({ id }) => id === classroomId);
}

function ClassChoice({ classes, refusal }: ClassesProps & RefusalProps) {
  const { isPending } = useSubmission();
  const target = useTarget(classes);
  return (
    <FormSelectField
      name="classroomId"
      label={t`New class`}
      error={target && refusal?.(target)}
      disabled={isPending}
    >
      <option value="" disabled>
        <Trans>Choose a class</Trans>
      </option>
      <ClassOptions classes={classes} />
    </FormSelectField>
  );
}

function MoveConsequences({ classes }: ClassesProps) {
  const classCode = useTarget(classes)?.classCode;
  return (
    <ul className="list-disc ps-5 text-ink-2">
      <li>
        <Trans>Goals, proof, purchases, history and GoalBucks go along.</Trans>
      </li>
      <li>
        <Trans>Places in groups and in goals that repeat end.</Trans>
      </li>
      <li>
        {classCode === undefined ? (
          <Trans>The code of the new class counts from then on.</Trans>
        ) : (
          <Trans>
            From then on the class code is <b className="text-ink">{classCode}</b>.
          </Trans>
        )}{' '}
        <Trans>Username, password and login card stay the same.</Trans>
      </li>
    </ul>
  );
}

type MoveFormProps = ClassesProps &
  RefusalProps & {
    mutation: FormMutation & { reset: () => void };
    onMove: (target: Classroom) => void;
    pendingLabel: string;
    /** Label of the submit button. */
    children: ReactNode;
  };

/** Asks for the class to which students move, and says what moving does. */
export function MoveForm({ classes, mutation, refusal, onMove, pendingLabel, children }: MoveFormProps) {
  return (
    <Form
      schema={schema}
      initialValues={{ classroomId: classes.length === 1 ? (classes[0]?.id ?? '') : '' }}
      mutation={{ error: refusal ? null : mutation.error, isPending: mutation.isPending }}
      asksBeforeClose={false}
      onValuesChange={mutation.reset}
      onSubmit={({ classroomId }) => {
        const target = classes.find(({ id }) => id === classroomId);
        if (target) onMove(target);
      }}
    >
      <ClassChoice classes={classes} refusal={refusal} />
      <MoveConsequences classes={classes} />
      <HelpButton answer="a-child-changes-class" className="self-start" />
      <FormActions pendingLabel={pendingLabel}>{children}</FormActions>
    </Form>
  );
}
