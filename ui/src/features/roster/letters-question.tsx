import { Trans } from '@lingui/react/macro';
import { CircleQuestionMark } from 'lucide-react';
import type { RefObject } from 'react';

import { Button } from '@/components/button';
import { Card } from '@/components/card';

import { EncodingSelect } from './reading-choices';
import type { RosterRow } from './roster-rows';
import type { RosterList } from './use-roster-list';

const MAX_NAMES = 5;
/** A letter whose reading depends on the encoding. */
const DOUBTFUL = /\P{ASCII}/u;

/** The first different names with letters that may have been read wrongly. */
function doubtfulNames(rows: readonly RosterRow[]): string[] {
  const names = rows.map(({ preview }) => `${preview.firstName} ${preview.lastName}`.trim());
  return [...new Set(names)].filter((name) => DOUBTFUL.test(name)).slice(0, MAX_NAMES);
}

type LettersQuestionProps = {
  list: RosterList;
  encoding: string;
  /** Gets the focus when the teacher wants to add the students before the answer. */
  heading: RefObject<HTMLHeadingElement | null>;
};

/** Asks whether the letters of the names were read correctly, as the file doesn't say how. */
export function LettersQuestion({ list, encoding, heading }: LettersQuestionProps) {
  return (
    <Card as="section" className="mb-4 border-pending-ink! p-4 sm:px-5">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-2 rounded-small">
        <CircleQuestionMark aria-hidden className="size-5 shrink-0 text-pending-ink" />
        <Trans>Do the names look right?</Trans>
      </h2>
      <p className="mt-1 text-ink-2">
        <Trans>
          The file doesn’t say how its letters are stored. Look at accents and other signs in these names:
        </Trans>
      </p>
      <ul className="my-3 flex flex-wrap gap-2">
        {doubtfulNames(list.rows).map((name) => (
          <li key={name} className="rounded-control bg-sunken px-3 py-1 font-mid wrap-anywhere">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end gap-3">
        <Button variant="primary" className="max-sm:w-full" onClick={list.letters.confirm}>
          <Trans comment="The names look right">Yes, They Do</Trans>
        </Button>
        <div className="grow sm:max-w-72">
          <EncodingSelect
            encoding={encoding}
            onChange={(next) => {
              list.readAgain({ ...list.options, encoding: next });
            }}
          />
        </div>
      </div>
    </Card>
  );
}
