import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { RadioCards } from '@/components/radio-cards';

import { type CardStudent, namesOfFew, type Who } from './card-choice';
import { CARDS_PER_SHEET } from './card-sheets';

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
  const choice = (who: Who, empty: string) => ({
    value: who,
    disabled: choices[who].length === 0,
    detail: choices[who].length === 0 ? empty : countAndNames(choices[who]),
  });
  return (
    <RadioCards
      legend={<Trans>Who gets a card</Trans>}
      choices={[
        {
          ...choice('everybody', ''),
          detail: countAndSheets(choices.everybody.length),
          title: <Trans>Everybody in the class</Trans>,
        },
        { ...choice('without', t`Everybody has a card.`), title: <Trans>Students without a card</Trans> },
        {
          ...choice('selected', t`Nobody is selected in the table.`),
          title: <Trans>Only the selected students</Trans>,
        },
      ]}
      {...{ value, disabled, onChange }}
    />
  );
}
