import './sheet.css';

import type { ReactNode } from 'react';

import { classNames } from '@/lib/class-names';

import type { Paper } from './paper';

type SheetProps = { paper: Paper; className?: string; children: ReactNode };

/** A sheet of this paper without margins, in `PrintAlone`. */
export function Sheet({ paper, className, children }: SheetProps) {
  return <div className={classNames(`sheet sheet-${paper}`, className)}>{children}</div>;
}
