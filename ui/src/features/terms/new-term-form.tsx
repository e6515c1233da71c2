import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Info, Sprout } from 'lucide-react';
import { useWatch } from 'react-hook-form';

import { isSchoolServer } from '@/api/server-kind';
import type { Schemas } from '@/api/types';
import { formatNumber, localDay } from '@/lib/format';
import { formatLocales } from '@/lib/format-locales';
import { FormChoiceField } from '@/shared/form/choice-field';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormTextField } from '@/shared/form/form-fields';

import { newTermSchema, type NewTermValues } from './new-term-schema';
import { useBeginTerm } from './use-begin-term';

type NextTerm = Schemas['NextTermResponse'];

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(formatLocales(i18n.locale), options);

/** "August – November 2026", without thin spaces, which nobody types. */
const proposedName = ({ from, to }: NextTerm) =>
  format({ month: 'long', year: 'numeric' })
    .formatRange(localDay(from), localDay(to))
    .replaceAll('\u2009', ' ');

function endingText({ openGoals, keptGoals }: NextTerm): string {
  const ending = openGoals - keptGoals;
  const ends = plural(ending, { 0: 'No open goal ends.', one: '# goal ends.', other: '# goals end.' });
  if (keptGoals === 0) return ends;
  const stay = plural(keptGoals, {
    one: '# stays, because it waits for you or may be tried again.',
    other: '# stay, because they wait for you or may be tried again.',
  });
  return `${ends} ${stay}`;
}

function GoalsField({ next }: { next: NextTerm }) {
  const { openGoals } = next;
  return (
    <FormChoiceField<NewTermValues['goals']>
      name="goals"
      label={t`Open goals`}
      sideBySide
      choices={[
        {
          value: 'end',
          title: t({ message: 'End', comment: 'Open goals, with the term' }),
          detail: endingText(next),
        },
        {
          value: 'keep',
          title: t({ message: 'Stay', context: 'goals', comment: 'Open goals, after the term' }),
          detail: plural(openGoals, {
            0: 'No goal is open.',
            one: '# goal goes on.',
            other: '# goals go on.',
          }),
        },
      ]}
    />
  );
}

function BalancesField({ goalbucks }: NextTerm) {
  const amount = formatNumber(goalbucks);
  return (
    <FormChoiceField<NewTermValues['balances']>
      name="balances"
      label={t`Balances`}
      sideBySide
      choices={[
        {
          value: 'keep',
          title: t({ message: 'Keep', comment: 'Balances, after the term' }),
          detail: t`${amount} GoalBucks stay.`,
        },
        {
          value: 'reset',
          title: t`Start again at 0`,
          detail: t`Each student reads once what they finished with.`,
        },
      ]}
    />
  );
}

function Consequences({ from, to }: NextTerm) {
  const balances = useWatch<NewTermValues, 'balances'>({ name: 'balances' });
  const firstDay = format({ month: 'long', day: 'numeric', year: 'numeric' }).format(localDay(from));
  const lastDay = format({ weekday: 'long', month: 'long', day: 'numeric' }).format(localDay(to));
  return (
    <p className="flex gap-3 rounded-control bg-sunken px-4 py-3 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0">
      <Info aria-hidden />
      <span>
        <Trans>
          The term began on {firstDay} and ends with this week, on {lastDay}.
        </Trans>
        {balances === 'reset' && (
          <>
            {' '}
            <Trans>
              What was credited before can&apos;t be undone any more; old purchases can still be cancelled.
            </Trans>
          </>
        )}
        {!isSchoolServer() && (
          <>
            {' '}
            <Trans>A backup is made first.</Trans>
          </>
        )}
      </span>
    </p>
  );
}

/** Name of the term that ends, and what happens to goals and balances, with the numbers of now. */
export function NewTermForm({
  classroomId,
  next,
  onBegun,
}: {
  classroomId: string;
  next: NextTerm;
  onBegun: () => void;
}) {
  const beginning = useBeginTerm(classroomId);
  const initialValues: NewTermValues = { name: proposedName(next), goals: 'end', balances: 'keep' };
  return (
    <Form
      schema={newTermSchema}
      initialValues={initialValues}
      initialFocus="name"
      mutation={beginning}
      onSubmit={(values) => {
        beginning.mutate(values, { onSuccess: onBegun });
      }}
    >
      <FormTextField name="name" label={t`Name of the term that ends`} autoComplete="off" />
      <GoalsField next={next} />
      <BalancesField {...next} />
      <Consequences {...next} />
      <FormActions icon={<Sprout aria-hidden />} pendingLabel={t`Beginning a new term`}>
        <Trans>Begin a New Term</Trans>
      </FormActions>
    </Form>
  );
}
