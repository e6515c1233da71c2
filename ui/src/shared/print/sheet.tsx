import './sheet.css';

import type { ReactNode } from 'react';

import { classNames } from '@/lib/class-names';

import type { Paper } from './preferred-paper';

type SheetProps = { paper: Paper; className?: string; children: ReactNode };

/** One printed page of this paper, without margins. Place it inside `PrintAlone`. */
export function Sheet({ paper, className, children }: SheetProps) {
  return <div className={classNames(`sheet sheet-${paper}`, className)}>{children}</div>;
}
