import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Check, Hourglass, Users } from 'lucide-react';

import { classNames } from '@/lib/class-names';

import { firstNames, type ShortName } from './first-names';
import { presenceText, signedInText } from './signed-in-count';

type Student = { id: string; firstName: string; lastName: string };

type SignedInBoardProps = {
  students: readonly Student[];
  /** Ids of signed-in students; undefined while unknown. */
  signedIn: ReadonlySet<string> | undefined;
  /** Ids of those who have a page open; undefined while unknown. */
  here: ReadonlySet<string> | undefined;
  /** Shown below the number while nobody is signed in. */
  hint?: string | undefined;
};

type Presence = 'here' | 'signed-in' | 'signed-out';

const presenceClass: Record<Presence, string> = {
  here: 'border-transparent bg-approved-soft font-mid text-approved-ink',
  'signed-in': 'border-approved-ink bg-surface text-approved-ink',
  'signed-out': 'border-dashed border-line-strong bg-surface text-ink-2',
};

const presenceLabels: Record<Presence, MessageDescriptor> = {
  here: msg({ message: ', here now', comment: 'After a student’s name' }),
  'signed-in': msg({ message: ', signed in, not here now', comment: 'After a student’s name' }),
  'signed-out': msg({ message: ', not signed in', comment: 'After a student’s name' }),
};

/** The text direction follows the first name. Long names are truncated before the initial. */
function Name({ firstName, initial, presence }: Omit<ShortName, 'id'> & { presence: Presence }) {
  return (
    <li
      className={classNames(
        'flex max-w-[12em] items-center gap-1 rounded-full border px-[0.7em] text-[max(0.875rem,min(2.2dvh,1.3vw))]/[1.6]',
        presenceClass[presence],
      )}
    >
      {presence === 'here' && <Check aria-hidden className="size-[1em] shrink-0" />}
      <span dir="auto" className="flex min-w-0 gap-[0.3em]">
        <span className="truncate" title={firstName}>
          {firstName}
        </span>
        {initial !== undefined && (
          <>
            {' '}
            <bdi className="shrink-0">{initial}</bdi>
          </>
        )}
      </span>
      <span className="sr-only">{i18n._(presenceLabels[presence])}</span>
    </li>
  );
}

/** Signed-in students for the projector: count and first names. */
export function SignedInBoard({ students, signedIn, here, hint }: SignedInBoardProps) {
  const hereCount = students.filter(({ id }) => here?.has(id)).length;
  // Without streams to ask, a session is all that is known.
  const presenceOf = (id: string): Presence => {
    if (!signedIn?.has(id)) return 'signed-out';
    return here === undefined || here.has(id) ? 'here' : 'signed-in';
  };
  const count = students.filter(({ id }) => signedIn?.has(id)).length;
  const Sign = count === 0 ? Hourglass : count === students.length ? Check : Users;
  return (
    <>
      <div role="status" className="flex shrink-0 max-sm:shrink items-center gap-3">
        <span
          className={classNames(
            'grid size-10 shrink-0 place-items-center rounded-control',
            count > 0 ? 'bg-approved-soft text-approved-ink' : 'bg-sunken text-ink-2',
          )}
        >
          <Sign aria-hidden className="size-5.5" />
        </span>
        <span>
          <span className="block font-bold text-[max(1.25rem,min(3.2dvh,1.9vw))]/[1.3]">
            {signedIn
              ? here === undefined
                ? signedInText(count, students.length)
                : presenceText({ signedIn: count, here: hereCount }, students.length)
              : t`Loading who is signed in...`}
          </span>
          {count === 0 && hint !== undefined && (
            <span className="block text-[max(1.125rem,min(2.4dvh,1.4vw))]/[1.3] text-ink-2">{hint}</span>
          )}
        </span>
      </div>
      {signedIn && (
        <ul aria-label={t`Students`} className="order-last flex w-full flex-wrap gap-1.5">
          {firstNames(students).map(({ id, ...name }) => (
            <Name key={id} {...name} presence={presenceOf(id)} />
          ))}
        </ul>
      )}
    </>
  );
}
