import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { Button } from '@/components/button';

import { type RosterAnswer, type JudgedRow, questionsOf } from './roster-rows';
import { questionText } from './row-texts';

type Choice = {
  answer: RosterAnswer;
  label: string;
  /** Opens the fields of the row, to correct them. */
  opensFields?: true;
};

/** Questions to which a corrected name may be the answer. */
const NAME_QUESTIONS = ['letters_unlikely', 'not_a_name'];

/** The answers to choose from. Of several questions the most important one decides. */
function choicesOf(row: JudgedRow): Choice[] {
  const codes = questionsOf(row).map(({ code }) => code);
  const { firstName } = row.values;
  const skip: Choice = { answer: 'skip', label: t({ message: 'Skip', comment: 'A row of a list' }) };
  const canIdentify = row.preview.unidentified != null;
  if (codes.includes('same_name')) {
    return [
      canIdentify
        ? { answer: 'identify', label: t`Yes, the Same Child` }
        : { answer: 'skip', label: t`Yes, Skip This Row` },
      { answer: 'add', label: t`No, Add Another ${firstName}` },
    ];
  }
  if (codes.includes('in_other_class')) {
    return [{ answer: 'move', label: t`Move Here` }, { answer: 'add', label: t`Add as a New Student` }, skip];
  }
  if (codes.includes('renamed') || codes.includes('username_changed')) {
    return [
      { answer: 'change', label: t`Yes, Change It` },
      { answer: canIdentify ? 'identify' : 'skip', label: t`No, Leave It` },
    ];
  }
  const add: Choice = { answer: 'add', label: t`Add This Student` };
  const correct: Choice = { answer: 'add', label: t`Correct the Name`, opensFields: true };
  return codes.some((code) => NAME_QUESTIONS.includes(code)) ? [add, correct, skip] : [add, skip];
}

type RowQuestionProps = {
  row: JudgedRow;
  onAnswer: (answer: RosterAnswer) => void;
  /** The row is added with the name that the teacher types now. */
  onCorrect: () => void;
};

/** Questions about a row with their answers. */
export function RowQuestion({ row, onAnswer, onCorrect }: RowQuestionProps) {
  const { line } = row.preview;
  const { firstName, lastName } = row.values;
  return (
    <div
      role="group"
      aria-label={t`Row ${line}: ${firstName} ${lastName}`}
      className="flex flex-wrap items-center gap-2"
    >
      <p className="me-2 text-ink-2 wrap-anywhere max-sm:basis-full">{questionText(row)}</p>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        {choicesOf(row).map(({ answer, label, opensFields }) => (
          <Button
            key={label}
            variant={answer === 'skip' && label !== t`Yes, Skip This Row` ? 'ghost' : 'secondary'}
            className="max-w-full wrap-anywhere max-sm:grow sm:whitespace-normal!"
            onClick={() => {
              if (opensFields) onCorrect();
              else onAnswer(answer);
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

type SplitChoiceProps = { other: { firstName: string; lastName: string }; onUse: () => void };

/** Offers the other way to split a whole name. */
export function SplitChoice({ other, onUse }: SplitChoiceProps) {
  const { firstName, lastName } = other;
  return (
    <button
      type="button"
      className="block rounded-control text-start text-small text-brand-ink underline underline-offset-3 wrap-anywhere"
      onClick={onUse}
    >
      <Trans>
        Or first name {firstName}, last name {lastName}?
      </Trans>
    </button>
  );
}
