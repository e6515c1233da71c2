import type { CSSProperties } from 'react';

import { classNames } from '@/lib/class-names';

/** The most ems that a bold character of these takes. */
const EMS: [characters: RegExp, ems: number][] = [
  [/[.:]/, 0.26],
  [/[12357]/, 0.59],
  [/[689]/, 0.6],
  [/\d/, 0.67],
  [/[MW]/, 1],
];
const WIDEST_LETTER_EMS = 0.82;

function emsOf(character: string): number {
  return EMS.find(([characters]) => characters.test(character))?.[1] ?? WIDEST_LETTER_EMS;
}

function width(text: string, tracking: number): number {
  return Array.from(text, emsOf).reduce((sum, ems) => sum + ems + tracking, 0);
}

type FittedLineProps = {
  children: string;
  /** No larger than this, such as "6rem". */
  most: string;
  /** Between characters, in ems. */
  tracking?: number;
  className?: string;
};

/** One line in the largest type with which it fits its place: it is read from the back of the room. */
export function FittedLine({ children, most, tracking = 0, className }: FittedLineProps) {
  const ems = width(children, tracking);
  const style: CSSProperties = {
    fontSize: `min(${most}, ${(100 / ems).toFixed(2)}cqi)`,
    letterSpacing: `${tracking}em`,
  };
  return (
    <div className="@container">
      <div
        dir="ltr"
        style={style}
        className={classNames('w-fit leading-[1.15] font-bold whitespace-nowrap', className)}
      >
        {children}
      </div>
    </div>
  );
}
