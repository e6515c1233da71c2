import { Trans } from '@lingui/react/macro';

import { useAutoFocus } from '@/hooks/use-auto-focus';
import { classNames } from '@/lib/class-names';

import type { StudentName } from './queries';

const LONG_NAME = 10;

/** The first letter of a name, a whole character in any script. */
export function Letter({ name, className }: { name: string; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center rounded-card bg-brand-soft text-title font-bold text-brand-ink',
        className,
      )}
    >
      {(Array.from(name)[0] ?? '').toLocaleUpperCase()}
    </span>
  );
}

type NameTilesProps = {
  names: readonly StudentName[];
  note: string | undefined;
  /** The student who was chosen before; else the heading gets the focus. */
  focused: string | undefined;
  onChoose: (name: StudentName) => void;
};

/** A large button for each student. */
export function NameTiles({ names, note, focused, onChoose }: NameTilesProps) {
  const heading = useAutoFocus<HTMLHeadingElement>();
  return (
    <>
      <h1
        ref={focused === undefined ? heading : null}
        tabIndex={-1}
        className="text-center text-display outline-none max-sm:text-title"
      >
        <Trans>Who are you?</Trans>
      </h1>
      <p role="status" className="mt-2 text-center font-mid text-ink-2 empty:hidden">
        {note}
      </p>
      <ul className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:gap-4 max-sm:mt-4">
        {names.map((name) => (
          <li key={name.studentId} className="flex">
            <button
              type="button"
              autoFocus={name.studentId === focused}
              onClick={() => {
                onChoose(name);
              }}
              className="flex min-h-32 w-full min-w-0 items-center gap-3 rounded-card border border-line bg-surface p-3 text-start text-lead font-bold tracking-tight shadow-low hover:bg-brand-soft max-sm:flex-col max-sm:justify-center max-sm:gap-2 max-sm:px-2 max-sm:py-3 max-sm:text-center"
            >
              <Letter name={name.label} className="size-16 max-sm:size-14" />
              <bdi
                className={classNames(
                  'min-w-0 wrap-anywhere',
                  name.label.length < LONG_NAME && 'sm:text-title',
                )}
              >
                {name.label}
              </bdi>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
