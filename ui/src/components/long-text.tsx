import { useId, useState } from 'react';

import { classNames } from '@/lib/class-names';

const CLAMP_FROM = { letters: 480, lines: 7 };
/** Where there is room for a few words only. */
const CLAMP_SHORT_FROM = { letters: 140, lines: 4 };

/** Whether a text is too long to stand in a list in full. Counted, not measured: the same on every screen. */
export function isLong(text: string, from = CLAMP_FROM): boolean {
  return text.length > from.letters || text.split('\n').length > from.lines;
}

/** What somebody wrote, with its line breaks, in its own direction; a long one is cut until it is asked for. */
export function LongText({ text, short = false }: { text: string; short?: boolean }) {
  const id = useId();
  const [whole, setWhole] = useState(false);
  const long = isLong(text, short ? CLAMP_SHORT_FROM : CLAMP_FROM);
  return (
    <>
      <p
        id={id}
        dir="auto"
        className={classNames(
          'wrap-anywhere whitespace-pre-line',
          long && !whole && (short ? 'line-clamp-3' : 'line-clamp-5'),
        )}
      >
        {text}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={whole}
          aria-controls={id}
          onClick={() => {
            setWhole(!whole);
          }}
          className="mt-1 min-h-6 rounded-control font-mid text-brand-ink underline-offset-3 hover:underline"
        >
          {whole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}
