import type { CSSProperties } from 'react';

import { classNames } from '@/lib/class-names';

/** Maximum widths of bold characters, in em. */
const CHARACTER_WIDTHS_EM: [characters: RegExp, ems: number][] = [
  [/[.:]/, 0.26],
  [/[12357]/, 0.59],
  [/[689]/, 0.6],
  [/\d/, 0.67],
  [/[MW]/, 1],
];
const WIDEST_LETTER_EMS = 0.82;

function characterWidth(character: string): number {
  return CHARACTER_WIDTHS_EM.find(([characters]) => characters.test(character))?.[1] ?? WIDEST_LETTER_EMS;
}

function textWidth(text: string, tracking: number): number {
  return Array.from(text, characterWidth).reduce((sum, ems) => sum + ems + tracking, 0);
}

type FitTextProps = {
  children: string;
  /** Maximum font size, such as "6rem". */
  maxSize: string;
  /** Letter spacing in em. */
  tracking?: number;
  className?: string;
};

/** One line of text in the largest font size that fits its container; more lines with the user's own letter spacing. */
export function FitText({ children, maxSize, tracking = 0, className }: FitTextProps) {
  const ems = textWidth(children, tracking);
  const size = (share: number, unit: string) => `min(${maxSize},${(share / ems).toFixed(2)}${unit})`;
  const style = {
    '--fit': size(100, 'cqi'),
    // Before Chrome 105 and Safari 16 nothing can be measured by its container, which takes more than a third of the window.
    '--fit-window': size(35, 'vw'),
    letterSpacing: `${tracking}em`,
  } as CSSProperties;
  return (
    <div className="@container">
      <div
        dir="ltr"
        style={style}
        className={classNames(
          'w-fit leading-[1.15] font-bold wrap-anywhere',
          'text-(length:--fit-window) supports-[width:1cqi]:text-(length:--fit)',
          className,
        )}
      >
        {children}
      </div>
    </div>
  );
}
