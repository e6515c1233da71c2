import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';

import { type CardStudent, namesOfFew, type Who } from './card-choice';
import { CARDS_PER_SHEET } from './card-sheets';

type ChoiceProps = {
  group: string;
  title: ReactNode;
  detail: string;
  checked: boolean;
  disabled: boolean;
  onChoose: () => void;
};

function Choice({ group, title, detail, checked, disabled, onChoose }: ChoiceProps) {
  return (
    <label className="grid min-h-13 grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-3 rounded-control border border-line px-4 py-2 has-checked:border-brand has-checked:bg-brand-soft has-disabled:cursor-default">
      <input
        type="radio"
        name={group}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="peer row-span-2 size-4.5 accent-brand"
      />
      <strong className="font-mid peer-disabled:text-ink-3">{title}</strong>
      <span className="text-small wrap-anywhere text-ink-2">{detail}</span>
    </label>
  );
}

function countAndSheets(count: number): string {
  const students = plural(count, { one: '# student', other: '# students' });
  const sheets = plural(Math.ceil(count / CARDS_PER_SHEET), { one: '# sheet', other: '# sheets' });
  return t({ message: `${students}, ${sheets}`, comment: '12 students, 2 sheets' });
}

function countAndNames(students: CardStudent[]): string {
  const count = plural(students.length, { one: '# student', other: '# students' });
  const names = namesOfFew(students);
  return names === undefined
    ? count
    : t({ message: `${count}: ${names}`, comment: '2 students: Amara, Emma' });
}

type WhoGetsACardProps = {
  choices: Record<Who, CardStudent[]>;
  value: Who;
  disabled: boolean;
  onChange: (who: Who) => void;
};

export function WhoGetsACard({ choices, value, disabled, onChange }: WhoGetsACardProps) {
  const group = useId();
  const choice = (who: Who, empty: string) => ({
    group,
    checked: value === who,
    disabled: disabled || choices[who].length === 0,
    detail: choices[who].length === 0 ? empty : countAndNames(choices[who]),
    onChoose: () => {
      onChange(who);
    },
  });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-mid">
        <Trans>Who gets a card</Trans>
      </legend>
      <Choice
        {...choice('everybody', '')}
        detail={countAndSheets(choices.everybody.length)}
        title={<Trans>Everybody in the class</Trans>}
      />
      <Choice
        {...choice('without', t`Everybody has a card.`)}
        title={<Trans>Students without a card</Trans>}
      />
      <Choice
        {...choice('selected', t`Nobody is selected in the table.`)}
        title={<Trans>Only the selected students</Trans>}
      />
    </fieldset>
  );
}
