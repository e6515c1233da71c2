import './card-sheets.css';

import { Trans } from '@lingui/react/macro';
import { QRCodeSVG } from 'qrcode.react';

import { BrandMark } from '@/components/illustrations/brand';
import { classNames } from '@/lib/class-names';
import type { Paper } from '@/shared/print/preferred-paper';
import { PrintAlone } from '@/shared/print/print-alone';
import { Sheet } from '@/shared/print/sheet';

export const CARDS_PER_SHEET = 8;
const QUIET_MODULES = 4;
/** Length of each of the two groups in which a code is printed. */
const GROUP_LENGTH = 4;
/** A longer first name is printed in smaller letters. */
const LONG_NAME = 11;

export type PrintedCard = { studentId: string; code: string; firstName: string; lastName: string };

type SheetProps = {
  className: string;
  /** URL of the server, without path. */
  address: string;
};

function LoginCard({ card, className, address }: SheetProps & { card: PrintedCard }) {
  const { code, firstName, lastName } = card;
  return (
    <li className="login-card">
      <div className="flex min-w-0 flex-col">
        <p className="flex items-center gap-[6px] font-bold text-brand-ink">
          <BrandMark className="size-[18px]" />
          <Trans>GoalBucks</Trans>
        </p>
        <p
          className={classNames(
            'login-card-name mt-[2mm] line-clamp-2 font-bold wrap-anywhere',
            firstName.length > LONG_NAME && 'login-card-name-long',
          )}
        >
          <bdi>{firstName}</bdi>
        </p>
        <p className="line-clamp-2 wrap-anywhere">
          <bdi>{lastName}</bdi>
        </p>
        <p className="line-clamp-2 wrap-anywhere text-ink-2">
          <bdi>{className}</bdi>
        </p>
        <div className="mt-auto">
          <p className="text-ink-2">
            <Trans comment="On a login card, above an address">1. Scan, or open</Trans>
          </p>
          <p className="login-card-address font-bold wrap-anywhere">{address.replace(/^https?:\/\//, '')}</p>
          <p className="mt-[1mm] text-ink-2">
            <Trans comment="On a login card, above the code">2. Student Login, card code</Trans>
          </p>
          <p className="login-card-code font-bold whitespace-nowrap">
            {code.slice(0, GROUP_LENGTH)} {code.slice(GROUP_LENGTH)}
          </p>
        </div>
      </div>
      <QRCodeSVG
        value={`${address}/card#${code}`}
        level="M"
        marginSize={QUIET_MODULES}
        fgColor="#14211f"
        bgColor="#ffffff"
        className="login-card-qr"
      />
    </li>
  );
}

/** Marks outside of the cards, for a paper cutter. */
function CutMarks() {
  return (
    <div aria-hidden className="cut-marks">
      {[0, 1, 2].map((column) => (
        <span key={column} className="cut-mark-column" style={{ insetInlineStart: `${column * 50}%` }} />
      ))}
      {[0, 1, 2, 3, 4].map((row) => (
        <span key={row} className="cut-mark-row" style={{ top: `${row * 25}%` }} />
      ))}
    </div>
  );
}

function sheetsOf(cards: PrintedCard[]): PrintedCard[][] {
  const count = Math.ceil(cards.length / CARDS_PER_SHEET);
  return Array.from({ length: count }, (_, sheet) =>
    cards.slice(sheet * CARDS_PER_SHEET, (sheet + 1) * CARDS_PER_SHEET),
  );
}

type CardSheetsProps = SheetProps & { cards: PrintedCard[]; paper: Paper };

/** Print-only sheets with eight cards each. */
export function CardSheets({ cards, paper, className, address }: CardSheetsProps) {
  return (
    <PrintAlone>
      {sheetsOf(cards).map((sheet, index) => (
        <Sheet key={index} paper={paper} className={`card-sheet card-sheet-${paper}`}>
          <div className="card-places">
            <CutMarks />
            <ul className="grid grid-cols-2">
              {sheet.map((card) => (
                <LoginCard key={card.studentId} card={card} className={className} address={address} />
              ))}
            </ul>
          </div>
        </Sheet>
      ))}
    </PrintAlone>
  );
}
