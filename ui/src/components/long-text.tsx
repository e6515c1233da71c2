import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';

import { classNames } from '@/lib/class-names';

const CLAMP_FROM = { letters: 480, lines: 7 };
/** Limits for small places. */
const CLAMP_SHORT_FROM = { letters: 140, lines: 4 };

/** Whether a text is collapsed in lists. Counts characters instead of measuring. */
export function isLong(text: string, from = CLAMP_FROM): boolean {
  return text.length > from.letters || text.split('\n').length > from.lines;
}

/** User-entered text with line breaks and automatic direction; long texts are collapsed. */
export function LongText({ text, short = false }: { text: string; short?: boolean }) {
  const id = useId();
  const [expanded, setExpanded] = useState(false);
  const long = isLong(text, short ? CLAMP_SHORT_FROM : CLAMP_FROM);
  return (
    <>
      <p
        id={id}
        dir="auto"
        className={classNames(
          'wrap-anywhere whitespace-pre-line',
          long && !expanded && (short ? 'line-clamp-3' : 'line-clamp-5'),
        )}
      >
        {text}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={expanded}
          aria-controls={id}
          onClick={() => {
            setExpanded(!expanded);
          }}
          className="mt-1 min-h-6 rounded-control font-mid text-brand-ink underline-offset-3 hover:underline"
        >
          {expanded ? t`Show less` : t`Show all`}
        </button>
      )}
    </>
  );
}
