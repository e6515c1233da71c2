import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';

import { Button } from '@/components/button';
import { TextAreaField } from '@/components/input';
import { formatNumber } from '@/lib/format';

import { possibleHeadings, type UnparsedLine } from './pasted-students';
import { FIELDS } from './student-rows';
import type { UnparsedPaste } from './use-unparsed-lines';

const MAX_VISIBLE_LINES = 12;

/** "2 to 4 and 9". */
function formatRanges(lines: number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const line of lines) {
    const range = ranges.at(-1);
    if (range?.[1] === line - 1) range[1] = line;
    else ranges.push([line, line]);
  }
  const parts = ranges.map(([first, last]) =>
    first === last ? `${first}` : t({ message: `${first} to ${last}`, comment: 'Numbers of lines' }),
  );
  return new Intl.ListFormat(i18n.locale).format(parts);
}

/** "Lines 2 to 4 and 9: There is only one word." */
function describeLines(lines: number[], reason: string): string {
  const count = lines.length;
  const ranges = formatRanges(lines);
  return plural(count, { one: `Line ${ranges}: ${reason}`, other: `Lines ${ranges}: ${reason}` });
}

function Reasons({ lines }: { lines: readonly UnparsedLine[] }) {
  const reasons = new Map<string, number[]>();
  for (const { reason, line } of lines) reasons.set(reason, [...(reasons.get(reason) ?? []), line]);
  return (
    <ul className="mt-1 list-disc ps-5">
      {[...reasons].map(([reason, numbers]) => (
        <li key={reason}>{describeLines(numbers, reason)}</li>
      ))}
    </ul>
  );
}

/** A button for each possible column order. */
function ColumnChoice({ text, onChoose }: { text: string; onChoose: (text: string) => void }) {
  const headings = possibleHeadings(text);
  if (headings.length === 0) return null;
  return (
    <div className="mt-3">
      <p className="mb-2 text-ink">
        <Trans>The parts of each line are:</Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        {headings.map((heading) => (
          <Button
            key={heading}
            className="max-sm:whitespace-normal!"
            onClick={() => {
              onChoose(`${heading}\n${text}`);
            }}
          >
            {heading.replaceAll('\t', ', ')}
          </Button>
        ))}
      </div>
    </div>
  );
}

type NoticeProps = {
  paste: UnparsedPaste;
  onRead: (text: string) => void;
  onDiscard: () => void;
};

function useFocusWhenShown(shown: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!shown) return;
    field.current?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: 'center' });
  }, [shown]);
  return field;
}

type LinesFieldProps = {
  ref: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onType: (text: string) => void;
};

function LinesField({ ref, text, onType }: LinesFieldProps) {
  const names = FIELDS.map(({ label }) => i18n._(label)).join(', ');
  return (
    <TextAreaField
      ref={ref}
      className="mt-3"
      label={t`Lines that are not filled in`}
      hint={t`Type the names of the parts in a first line, such as: ${names}.`}
      rows={Math.min(MAX_VISIBLE_LINES, text.split('\n').length + 1)}
      spellCheck={false}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        onType(event.target.value);
      }}
    />
  );
}

/** The text is hidden at first, as it may contain passwords. */
function Correction({ paste, onRead, onDiscard }: NoticeProps) {
  const [shown, setShown] = useState(false);
  const [text, setText] = useState(paste.text);
  const field = useFocusWhenShown(shown);
  return (
    <>
      {shown && <LinesField ref={field} text={text} onType={setText} />}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {shown ? (
          <Button
            variant="primary"
            onClick={() => {
              onRead(text);
            }}
          >
            <Trans>Fill In These Lines</Trans>
          </Button>
        ) : (
          <Button
            onClick={() => {
              setShown(true);
            }}
          >
            <Trans>Show and correct the lines</Trans>
          </Button>
        )}
        <Button variant="ghost" onClick={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
        {!shown && (
          <span className="text-small text-ink-2">
            <Trans>They may contain passwords.</Trans>
          </span>
        )}
      </div>
    </>
  );
}

/** Title of the notice: how many of the pasted lines are left. */
function countUnparsed(count: number, all: number): string {
  if (all === 1) return t`The pasted line is not filled in`;
  const total = formatNumber(all);
  return plural(count, {
    one: `# of ${total} pasted lines is not filled in`,
    other: `# of ${total} pasted lines are not filled in`,
  });
}

/** Lists the pasted lines that couldn't be parsed, with reasons and actions. */
function Notice({ paste, onRead, onDiscard }: NoticeProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'center' });
  }, [paste]);
  return (
    <section
      ref={section}
      aria-label={t`Pasted lines that are not filled in`}
      className="my-4 rounded-control border border-line-strong bg-sunken p-4"
    >
      <div role="alert">
        <p className="flex items-center gap-2 font-bold">
          <CircleAlert aria-hidden className="size-4.5 shrink-0 text-danger" />
          {countUnparsed(paste.lines.length, paste.all)}
        </p>
        <Reasons lines={paste.lines} />
      </div>
      <ColumnChoice text={paste.text} onChoose={onRead} />
      <Correction key={paste.text} {...{ paste, onRead, onDiscard }} />
    </section>
  );
}

type NoticesProps = {
  pastes: readonly UnparsedPaste[];
  read: (id: number, text: string) => void;
  discard: (id: number) => void;
};

export function UnparsedLinesNotices({ pastes, read, discard }: NoticesProps) {
  return pastes.map((paste) => (
    <Notice
      key={paste.id}
      paste={paste}
      onRead={(text) => {
        read(paste.id, text);
      }}
      onDiscard={() => {
        discard(paste.id);
      }}
    />
  ));
}
