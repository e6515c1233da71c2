import './card-sheets.css';

import type { Paper } from '@/shared/print/preferred-paper';
import { PrintAlone } from '@/shared/print/print-alone';
import { Sheet } from '@/shared/print/sheet';

import { type CardPlace, LoginCard, type PrintedCard } from './login-card';

export const CARDS_PER_SHEET = 8;

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

type CardSheetsProps = CardPlace & { cards: PrintedCard[]; paper: Paper };

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
