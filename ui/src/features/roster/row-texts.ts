import { plural, t } from '@lingui/core/macro';

import { formatNumber } from '@/lib/format';
import { amountUnit } from '@/shared/amount-unit';

import {
  type RosterField,
  type RosterRowReason,
  questionsOf,
  reasonsOf,
  type RosterRow,
} from './roster-rows';

type Params = RosterRowReason['params'];
type Sentence = (params: Params, line: number) => string;

const text = (params: Params, name: string) => String(params[name] ?? '');
const number = (params: Params, name: string) => Number(params[name] ?? 0);

export function fieldLabel(field: RosterField): string {
  const labels: Record<RosterField, string> = {
    firstName: t`First name`,
    lastName: t`Last name`,
    username: t`Username`,
    password: t`Password`,
    externalId: t`Student ID`,
  };
  return labels[field];
}

const tooLong = (params: Params) => {
  const length = formatNumber(number(params, 'length'));
  return t`This has ${length} characters. At most 200 fit.`;
};
const unreadable = () => t`This has letters that can’t be kept. Please type it again.`;

/** Errors of fields. */
const FIELD_ERRORS: Partial<Record<string, Sentence>> = {
  first_name_missing: (_, line) => t`Row ${line} has no first name. Type it, or skip the row.`,
  last_name_missing: (_, line) => t`Row ${line} has no last name. Type it, or skip the row.`,
  username_missing: () => t`A student needs a username.`,
  password_missing: () => t`A student needs a password.`,
  first_name_too_long: tooLong,
  last_name_too_long: tooLong,
  username_too_long: tooLong,
  external_id_too_long: tooLong,
  password_too_short: (params) => {
    const length = number(params, 'length');
    return plural(length, {
      one: 'The password has # character. It needs 4 or more.',
      other: 'The password has # characters. It needs 4 or more.',
    });
  },
  password_too_long: (params) => {
    const length = formatNumber(number(params, 'length'));
    return t`The password has ${length} characters. At most 128 fit.`;
  },
  first_name_invalid: unreadable,
  last_name_invalid: unreadable,
  username_invalid: unreadable,
  external_id_invalid: unreadable,
  username_taken: (params) => {
    const name = text(params, 'name');
    return t`This username is taken in the class: ${name} has it.`;
  },
  username_twice: (params) => {
    const line = number(params, 'line');
    return t`Row ${line} has this username too.`;
  },
  external_id_twice: (params) => {
    const line = number(params, 'line');
    return t`Row ${line} has this student ID too.`;
  },
};

export function reasonText({ code, params }: RosterRowReason, line: number): string {
  return FIELD_ERRORS[code]?.(params, line) ?? unreadable();
}

/** Questions to the teacher. */
const QUESTIONS: Partial<Record<string, Sentence>> = {
  same_name: (params) => {
    const username = text(params, 'username');
    return t`@${username} is in this class already. The same child?`;
  },
  in_other_class: (params) => {
    const className = text(params, 'className');
    const balance = number(params, 'balance');
    const amount = formatNumber(balance);
    const unit = amountUnit(balance);
    return t`In your ${className} too, with ${amount} ${unit}.`;
  },
  name_note: (params) => {
    const note = text(params, 'note');
    return t`After the name the list says “${note}”. Add this student?`;
  },
  renamed: (params) => {
    const before = text(params, 'before');
    return t`In this class the name is ${before}. Change it?`;
  },
  username_changed: (params) => {
    const before = text(params, 'before');
    return t`The username in this class is @${before}. Change it?`;
  },
  letters_unlikely: () => t`Do the letters of this name look right?`,
  not_a_name: () => t`This doesn’t look like a name. Add this student?`,
  name_twice: (params) => {
    const line = number(params, 'line');
    return t`Row ${line} has this name too. Another child?`;
  },
};

export function questionText(row: RosterRow): string {
  return questionsOf(row)
    .map(({ code, params }) => QUESTIONS[code]?.(params, row.preview.line) ?? '')
    .join(' ');
}

const sameRow: Sentence = (params) => {
  const line = number(params, 'line');
  return t`The same as row ${line}.`;
};

/** Information that needs no answer. */
const NOTES: Partial<Record<string, Sentence>> = {
  same_as_row: sameRow,
  not_a_student: () => t`This isn’t a student.`,
  test_student: () => t`This is a test student.`,
  above_headings: () => t`It stands above the column names.`,
  repeated_headings: () => t`These are the column names again.`,
  hidden_row: () => t`This row is hidden in the spreadsheet.`,
  direction_mark: () => t`The name has an invisible sign that turns the direction of writing.`,
  struck_through: () => t`This row is crossed out in the spreadsheet.`,
  listed_as: (params) => {
    const said = text(params, 'text');
    return t`The list says “${said}”.`;
  },
  marked_deleted: () => t`Marked as deleted in the export.`,
  identifier_added: () => t`Gets the student ID of the list.`,
  identifier_changed: () => t`Gets another student ID.`,
  extra_cells: (params) => {
    const count = number(params, 'count');
    return plural(count, {
      one: '# cell more than the list has columns. It isn’t read.',
      other: '# cells more than the list has columns. They aren’t read.',
    });
  },
  account_disabled: () => t`The account is switched off in the school’s system.`,
  enrolment_ended: (params) => {
    const date = text(params, 'date');
    return t`Left this class on ${date}.`;
  },
  user_unknown: (params) => {
    const id = text(params, 'id');
    return t`The export has nobody with the number ${id}.`;
  },
  class_unknown: (params) => {
    const id = text(params, 'id');
    return t`The export has no class with the number ${id}.`;
  },
  also_in: (params) => {
    const name = text(params, 'name');
    return t`Also in ${name}: there it would be a second account.`;
  },
  role_missing: () => t`The export doesn’t say that this is a student.`,
};

/** Sentences about the row below its name. */
export function noteTexts(row: RosterRow): string[] {
  const { preview } = row;
  const username = preview.username ?? '';
  const known = preview.status === 'same' ? [t`Already in this class as @${username}. Nothing changes.`] : [];
  const said = reasonsOf(row).map(({ code, params }) => NOTES[code]?.(params, preview.line));
  const identified = row.answer === 'identify' ? [NOTES['identifier_added']?.({}, preview.line)] : [];
  return [...new Set([...known, ...said, ...identified])].filter((sentence) => sentence !== undefined);
}

/** The other way to split a whole name, until the teacher has typed a name. */
export function otherSplit(row: RosterRow): { firstName: string; lastName: string } | null {
  const split = reasonsOf(row).find(({ code }) => code === 'name_split');
  if (!split || 'firstName' in row.edits || 'lastName' in row.edits) return null;
  return { firstName: text(split.params, 'firstName'), lastName: text(split.params, 'lastName') };
}
