import './work-sheets.css';

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import type { PortfolioItem } from '@/api/types';
import { PhotoRemoved } from '@/features/submissions/photo-removed';
import { formatDay } from '@/lib/format';
import { type Paper, preferredPaper } from '@/shared/print/preferred-paper';
import { PrintAlone } from '@/shared/print/print-alone';
import { Sheet } from '@/shared/print/sheet';
import { usePrintWhenLoaded } from '@/shared/print/use-print-when-loaded';

import { PIECES_PER_SHEET } from './queries';
import { previewSource } from './work-card';
import { WorkDate } from './work-date';

/** The stored thumbnail, which is sharp enough for paper; if that doesn't come, the preview. */
function Picture({ item }: { item: PortfolioItem }) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <img
      src={isBroken || item.imageUrl === null ? previewSource(item) : `${item.imageUrl}?size=thumb`}
      alt=""
      onError={() => {
        setIsBroken(true);
      }}
      className="size-full object-contain"
    />
  );
}

function Piece({ item }: { item: PortfolioItem }) {
  const { imageUrl, imageRemovedAt, submissionText, comment } = item;
  const isTextAlone = imageUrl === null && imageRemovedAt === null;
  return (
    <li className="work-place">
      <div className="work-picture">
        {imageUrl !== null && <Picture item={item} />}
        <div className={imageUrl === null ? 'p-[4mm]' : 'hidden'}>
          <PhotoRemoved submission={item} />
          {isTextAlone && (
            <p dir="auto" className="line-clamp-12 wrap-anywhere whitespace-pre-line">
              {submissionText}
            </p>
          )}
        </div>
      </div>
      <h3 className="line-clamp-2 font-bold wrap-anywhere">
        <bdi>{item.goalName}</bdi>
      </h3>
      <p>
        <WorkDate item={item} />
      </p>
      {!isTextAlone && submissionText !== null && (
        <p dir="auto" className="line-clamp-3 wrap-anywhere">
          {submissionText}
        </p>
      )}
      {comment !== null && (
        <p dir="auto" className="line-clamp-3 wrap-anywhere text-ink-2">
          <Trans>Comment:</Trans> {comment}
        </p>
      )}
    </li>
  );
}

function sheetsOf(items: PortfolioItem[]): PortfolioItem[][] {
  return Array.from({ length: Math.ceil(items.length / PIECES_PER_SHEET) }, (_, sheet) =>
    items.slice(sheet * PIECES_PER_SHEET, (sheet + 1) * PIECES_PER_SHEET),
  );
}

/** The days of the oldest and the newest item. */
function period(newestFirst: PortfolioItem[]): string {
  const [last = '', first = ''] = [newestFirst[0], newestFirst.at(-1)].map(
    (item) => item && formatDay(new Date(item.createdAt)),
  );
  return first === last ? first : t`${first} to ${last}`;
}

type WorkSheetProps = {
  paper: Paper;
  /** At most four. */
  pieces: PortfolioItem[];
  studentName: string;
  className: string;
  period: string;
  /** "Page 2 of 8". */
  page?: string;
};

/** One page with four pieces of work. */
function WorkSheet({ paper, pieces, studentName, className, period, page }: WorkSheetProps) {
  return (
    <Sheet paper={paper} className={`work-sheet work-sheet-${paper}`}>
      <header className="mb-[5mm] flex items-baseline justify-between gap-[5mm] border-b-2 border-ink pb-[2mm]">
        <h1 className="line-clamp-1 min-w-0 wrap-anywhere">
          <bdi>{studentName}</bdi>
        </h1>
        <p className="line-clamp-2 max-w-[60%] text-end wrap-anywhere">
          <bdi>{className}</bdi>
          <br />
          {period}
        </p>
      </header>
      <ul className="work-places">
        {pieces.map((item) => (
          <Piece key={item.id} item={item} />
        ))}
      </ul>
      <footer className="mt-[4mm] flex justify-between">
        <span>
          <Trans>GoalBucks</Trans>
        </span>
        <span>{page}</span>
      </footer>
    </Sheet>
  );
}

type NewestWorkSheetProps = Pick<WorkSheetProps, 'paper' | 'studentName' | 'className'> & {
  /** At most four, newest first. */
  items: PortfolioItem[];
};

/** One page with the newest pieces of work; nothing without any. */
export function NewestWorkSheet({ items, ...sheet }: NewestWorkSheetProps) {
  if (items.length === 0) return null;
  return <WorkSheet {...sheet} pieces={items} period={period(items)} />;
}

type WorkSheetsProps = {
  /** Newest first. */
  items: PortfolioItem[];
  studentName: string;
  className: string;
  /** Called after the print window has closed. */
  onPrinted: () => void;
};

/** Print-only sheets with four pieces of work each, printed as soon as their photos are loaded. */
export function WorkSheets({ items, studentName, className, onPrinted }: WorkSheetsProps) {
  const ref = usePrintWhenLoaded(onPrinted);
  const [paper] = useState(preferredPaper);
  const sheets = sheetsOf(items);
  const count = sheets.length;
  return (
    <PrintAlone ref={ref} className="text-ink">
      {sheets.map((pieces, index) => {
        const number = index + 1;
        const sheet = { paper, pieces, studentName, className, period: period(items) };
        return <WorkSheet key={number} {...sheet} page={t`Page ${number} of ${count}`} />;
      })}
    </PrintAlone>
  );
}
