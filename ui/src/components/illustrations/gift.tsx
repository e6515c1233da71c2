import { type ReactNode, useId } from 'react';

import { classNames } from '@/lib/class-names';

/** Colors of a gift wrap: two for the paper, one for the ribbon. */
type Paper = { ground: string; print: string; ribbon: string };

const papers: Paper[] = [
  { ground: 'var(--color-wrap-a)', print: 'var(--color-wrap-a2)', ribbon: 'var(--color-ribbon-a)' },
  { ground: 'var(--color-wrap-b)', print: 'var(--color-wrap-b2)', ribbon: 'var(--color-ribbon-b)' },
  { ground: 'var(--color-wrap-c)', print: 'var(--color-wrap-c2)', ribbon: 'var(--color-ribbon-c)' },
];

/** Tile of a pattern, drawn in the current color. What reaches an edge goes on at the opposite one. */
type Print = { width: number; height: number; turn?: number; tile: ReactNode };

const prints: Print[] = [
  {
    width: 26,
    height: 26,
    tile: (
      <>
        <circle cx="6" cy="6" r="4" />
        <circle cx="19" cy="19" r="4" />
      </>
    ),
  },
  {
    width: 40,
    height: 20,
    tile: (
      <path d="M-10 10c7-8 13-8 20 0s13 8 20 0 13-8 20 0" fill="none" stroke="currentColor" strokeWidth="5" />
    ),
  },
  { width: 22, height: 22, turn: 45, tile: <path d="M0-1h9v24H0z" /> },
  { width: 28, height: 28, tile: <path d="M0 0h14v14H0zM14 14h14v14H14z" /> },
  { width: 32, height: 28, tile: <path d="M8 4l7 12H1zM24 14l7 12H17z" /> },
];

/** Hash of a text, the same on every device (FNV-1a). */
function hashString(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Paper and pattern for an id. */
export function selectWrap(id: string): { paper: number; print: number } {
  const number = hashString(id);
  return { paper: number % papers.length, print: (number >>> 8) % prints.length };
}

function Bow({ paper }: { paper: Paper }) {
  return (
    <g fill={paper.ribbon} stroke={paper.ground} strokeWidth="2.5" strokeLinejoin="round">
      <path d="M-2 -2c-10-20-34-22-34-8s20 14 34 10z" />
      <path d="M2 -2c10-20 34-22 34-8s-20 14-34 10z" />
      <path d="M-4 2l-16 24 4 1 18-20M4 2l16 24-4 1-18-20" />
      <rect x="-8" y="-8" width="16" height="16" rx="5" />
    </g>
  );
}

/** Distance of the ribbons' crossing from the end of the wrap. */
const BOW_FROM_END = -44;

/** Gift wrap derived from `id`: the same id always looks the same. Fills the given size; the bow has a fixed size. */
export function Gift({ id, className }: { id: string; className?: string }) {
  const patternId = useId();
  const wrap = selectWrap(id);
  const paper = papers[wrap.paper];
  const print = prints[wrap.print];
  if (!paper || !print) return null;
  return (
    <svg aria-hidden="true" className={classNames('mirror-rtl', className)} width="100%" height="100%">
      <pattern
        id={patternId}
        width={print.width}
        height={print.height}
        patternUnits="userSpaceOnUse"
        {...(print.turn !== undefined && { patternTransform: `rotate(${print.turn})` })}
      >
        <g fill="currentColor" color={paper.print}>
          {print.tile}
        </g>
      </pattern>
      <rect width="100%" height="100%" fill={paper.ground} />
      <rect width="100%" height="100%" fill={`url(#${patternId})`} />
      <g fill={paper.ribbon}>
        <rect y="50%" width="100%" height="16" transform="translate(0 -8)" />
        <rect x="100%" width="14" height="100%" transform={`translate(${BOW_FROM_END - 7})`} />
      </g>
      <svg x="100%" y="50%" overflow="visible">
        <g transform={`translate(${BOW_FROM_END})`}>
          <Bow paper={paper} />
        </g>
      </svg>
    </svg>
  );
}
