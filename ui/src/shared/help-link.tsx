import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { CircleQuestionMark } from 'lucide-react';
import { Link } from 'react-router';

import { classNames } from '@/lib/class-names';

/** Titles of the answers of the guide (docs/guide) that pages link to, by the name of their file. */
export const LINKED_ANSWERS = {
  'the-first-lesson': msg`The first lesson with GoalBucks`,
  'thirty-children-cant-connect': msg`Thirty children can't connect`,
  'bring-in-a-class-list': msg`Bring in a class list`,
  'a-child-is-locked-out': msg`A child is locked out`,
  'i-forgot-my-own-password': msg`I forgot my own password`,
  'i-approved-the-wrong-one': msg`I approved the wrong one`,
  'a-child-bought-the-wrong-thing': msg`A child bought the wrong thing`,
  'take-goalbucks-back': msg`Take GoalBucks back`,
  'something-was-deleted': msg`Something was deleted`,
  'the-computer-is-new': msg`The computer is new`,
};

type HelpLinkProps = { answer: keyof typeof LINKED_ANSWERS; className?: string };

/** Link to an answer, where somebody may look for it. */
export function HelpLink({ answer, className }: HelpLinkProps) {
  return (
    <Link
      to={`/teacher/help/${answer}`}
      className={classNames(
        'inline-flex min-h-7 items-center gap-1.5 rounded-control text-small text-brand-ink underline-offset-3 hover:underline print:hidden [&>svg]:size-4',
        className,
      )}
    >
      <CircleQuestionMark aria-hidden />
      {i18n._(LINKED_ANSWERS[answer])}
    </Link>
  );
}
