import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { CircleQuestionMark } from 'lucide-react';
import { Link } from 'react-router';

import { classNames } from '@/lib/class-names';

/** Titles of the answers of the guide (docs/guide) that the screens link to, by the name of their file. */
export const LINKED_ANSWERS = {
  'the-first-lesson': msg`The first lesson with GoalBucks`,
  'thirty-children-cant-connect': msg`Thirty children can't connect`,
  'bring-in-a-class-list': msg`Bring in a class list`,
  'a-child-forgot-the-password': msg`A child forgot the password`,
  'a-child-is-locked-out': msg`A child is locked out`,
  'i-forgot-my-own-password': msg`I forgot my own password`,
  'sign-in-on-another-device': msg`Use my account on another device`,
  'i-leave-the-room': msg`I leave the room`,
  'a-substitute-comes': msg`A substitute comes tomorrow`,
  'i-approved-the-wrong-one': msg`I approved the wrong one`,
  'let-a-child-try-again': msg`Let a child try again`,
  'a-conference-with-parents': msg`A conference with parents`,
  'a-child-bought-the-wrong-thing': msg`A child bought the wrong thing`,
  'take-goalbucks-back': msg`Take GoalBucks back`,
  'a-child-is-away': msg`A child is away for a while`,
  'a-child-changes-class': msg`A child changes to another class`,
  'a-child-leaves': msg`A child leaves the school`,
  'something-was-deleted': msg`Something was deleted`,
  'the-computer-is-new': msg`The computer is new`,
  'a-term-ends': msg`A term ends`,
  'the-school-year-is-over': msg`The school year is over`,
};

export type LinkedAnswer = keyof typeof LINKED_ANSWERS;

const baseClass =
  'inline-flex min-h-7 items-center gap-1.5 rounded-control text-small text-brand-ink underline-offset-3 hover:underline print:hidden [&>svg]:size-4 [&>svg]:shrink-0';

/** Looks of a link or button that leads to an answer. */
export const helpLinkClass = (className?: string) => classNames(baseClass, className);

type HelpLinkProps = { answer: LinkedAnswer; className?: string };

/** Link to an answer, on a page where nothing is typed; elsewhere use `HelpButton`. */
export function HelpLink({ answer, className }: HelpLinkProps) {
  return (
    <Link to={`/teacher/help/${answer}`} className={helpLinkClass(className)}>
      <CircleQuestionMark aria-hidden />
      {i18n._(LINKED_ANSWERS[answer])}
    </Link>
  );
}
