import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import { formatDay } from '@/lib/format';
import { serverClock } from '@/lib/server-clock';
import { preferredPaper } from '@/shared/print/preferred-paper';
import { PrintAlone } from '@/shared/print/print-alone';
import { Sheet } from '@/shared/print/sheet';

import { groupCode } from './group-code';

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="mt-[3mm] flex items-start gap-[4mm]">
      <span
        aria-hidden
        className="grid size-[7mm] shrink-0 place-items-center rounded-control border border-line-strong text-small font-bold"
      >
        {number}
      </span>
      <p>{children}</p>
    </li>
  );
}

function HowToBegin() {
  return (
    <>
      <h2 className="mt-[10mm] text-lead font-bold">
        <Trans>How to begin</Trans>
      </h2>
      <ol>
        <Step number={1}>
          <Trans>
            Open GoalBucks on the class computer. If a teacher is still signed in, press <b>Logout</b>.
          </Trans>
        </Step>
        <Step number={2}>
          <Trans>
            Press <b>Teacher Login</b>, then <b>I Have a Substitute Code</b>.
          </Trans>
        </Step>
        <Step number={3}>
          <Trans>Type the code and your name. You see this class until the end of today.</Trans>
        </Step>
        <Step number={4}>
          <Trans>
            When you leave, press <b>Finish</b>.
          </Trans>
        </Step>
      </ol>
    </>
  );
}

function CanDo() {
  return (
    <div>
      <h2 className="text-lead font-bold">
        <Trans comment="Above a list of what a substitute can do">You can</Trans>
      </h2>
      <ul className="mt-[2mm] list-disc ps-[5mm] leading-7">
        <li>
          <Trans>see goals, photos and balances</Trans>
        </li>
        <li>
          <Trans>approve or deny what children send</Trans>
        </li>
        <li>
          <Trans>award GoalBucks, and undo it</Trans>
        </li>
        <li>
          <Trans>hand out what was bought</Trans>
        </li>
        <li>
          <Trans>unlock a child that can’t sign in</Trans>
        </li>
      </ul>
    </div>
  );
}

function CannotDo() {
  return (
    <div>
      <h2 className="text-lead font-bold">
        <Trans comment="Above a list of what a substitute can't do">You can’t</Trans>
      </h2>
      <ul className="mt-[2mm] list-disc ps-[5mm] leading-7">
        <li>
          <Trans>assign or change goals</Trans>
        </li>
        <li>
          <Trans>add, change or delete children</Trans>
        </li>
        <li>
          <Trans>see passwords</Trans>
        </li>
        <li>
          <Trans>see other classes</Trans>
        </li>
      </ul>
      <p className="mt-[4mm] text-ink-2">
        <Trans>Whatever you do stands in the teacher’s log under your name.</Trans>
      </p>
    </div>
  );
}

export type SubstituteSheetProps = { className: string; code: string };

/** The page for the substitute folder: the code, how to begin, what a substitute can do. */
export function SubstituteSheet({ className, code }: SubstituteSheetProps) {
  const today = formatDay(serverClock.date());
  return (
    <PrintAlone className="text-ink">
      <Sheet paper={preferredPaper()} className="flex h-[250mm] flex-col p-[18mm] text-start text-lead">
        <p className="text-ink-2">
          <Trans>For the substitute folder</Trans>
        </p>
        <h1 className="line-clamp-3 text-title font-bold wrap-anywhere">
          <bdi>{className}</bdi>
        </h1>
        <div className="mt-[8mm] flex flex-wrap items-center justify-between gap-[4mm] rounded-card border-2 border-ink px-[8mm] py-[6mm]">
          <p>
            <Trans>Substitute code</Trans>
          </p>
          <p dir="ltr" className="text-display font-bold tracking-code">
            {groupCode(code)}
          </p>
        </div>
        <HowToBegin />
        <div className="mt-[10mm] grid grid-cols-2 gap-[8mm]">
          <CanDo />
          <CannotDo />
        </div>
        <p className="mt-auto border-t border-line-strong pt-[3mm] text-small text-ink-2">
          <Trans>
            Made on {today}. A newer sheet makes this one void. Who has this sheet and stands at the class
            computer can do the above: keep it like a key.
          </Trans>
        </p>
      </Sheet>
    </PrintAlone>
  );
}
