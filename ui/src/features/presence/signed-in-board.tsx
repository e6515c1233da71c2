import { t } from '@lingui/core/macro';
import { Check, Hourglass, Users } from 'lucide-react';

import { classNames } from '@/lib/class-names';

import { firstNames, type ShortName } from './first-names';
import { signedInText } from './signed-in-count';

type Student = { id: string; firstName: string; lastName: string };

type SignedInBoardProps = {
  students: readonly Student[];
  /** Ids of signed-in students; undefined while unknown. */
  signedIn: ReadonlySet<string> | undefined;
  /** Shown below the number while nobody is signed in. */
  hint?: string | undefined;
};

/** The text direction follows the first name. Long names are truncated before the initial. */
function Name({ firstName, initial, isIn }: Omit<ShortName, 'id'> & { isIn: boolean }) {
  return (
    <li
      className={classNames(
        'flex max-w-[12em] items-center gap-1 rounded-full border px-[0.7em] text-[max(0.875rem,min(2.2dvh,1.3vw))]/[1.6]',
        isIn
          ? 'border-transparent bg-approved-soft font-mid text-approved-ink'
          : 'border-dashed border-line-strong text-ink-2',
      )}
    >
      {isIn && <Check aria-hidden className="size-[1em] shrink-0" />}
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
      <span className="sr-only">
        {isIn
          ? t({ message: ', signed in', comment: 'After a student’s name' })
          : t({ message: ', not signed in', comment: 'After a student’s name' })}
      </span>
    </li>
  );
}

/** Signed-in students for the projector: count and first names. */
export function SignedInBoard({ students, signedIn, hint }: SignedInBoardProps) {
  const count = students.filter(({ id }) => signedIn?.has(id)).length;
  const Sign = count === 0 ? Hourglass : count === students.length ? Check : Users;
  return (
    <>
      <div role="status" className="flex shrink-0 large-text:shrink items-center gap-3">
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
            {signedIn ? signedInText(count, students.length) : t`Loading who is signed in...`}
          </span>
          {count === 0 && hint !== undefined && (
            <span className="block text-[max(1.125rem,min(2.4dvh,1.4vw))]/[1.3] text-ink-2">{hint}</span>
          )}
        </span>
      </div>
      {signedIn && (
        <ul aria-label={t`Students`} className="order-last flex w-full flex-wrap gap-1.5">
          {firstNames(students).map(({ id, ...name }) => (
            <Name key={id} {...name} isIn={signedIn.has(id)} />
          ))}
        </ul>
      )}
    </>
  );
}
