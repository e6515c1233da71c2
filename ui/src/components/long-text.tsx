import { useId, useState } from 'react';

import { classNames } from './class-names';

const CLAMP_FROM_LETTERS = 480;
const CLAMP_FROM_LINES = 7;

/** Whether a text is too long to stand in a list in full. Counted, not measured: the same on every screen. */
export function isLong(text: string): boolean {
  return text.length > CLAMP_FROM_LETTERS || text.split('\n').length > CLAMP_FROM_LINES;
}

/** What somebody wrote, with its line breaks, in its own direction; a long one is cut until it is asked for. */
export function LongText({ text }: { text: string }) {
  const id = useId();
  const [whole, setWhole] = useState(false);
  const long = isLong(text);
  return (
    <>
      <p
        id={id}
        dir="auto"
        className={classNames('wrap-anywhere whitespace-pre-line', long && !whole && 'line-clamp-5')}
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
