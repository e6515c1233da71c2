import {
  CircleCheckBig,
  Gift,
  type LucideIcon,
  PencilLine,
  RotateCcw,
  ShoppingBag,
  Undo2,
} from 'lucide-react';

import type { LedgerEntry } from '@/api/types';

type Reason = {
  label: string;
  Icon: LucideIcon;
  /** Label for the reversal time. */
  reversed?: string;
};

/** Label and icon by ledger reason. */
export const reasons: Record<LedgerEntry['reason'], Reason> = {
  goal: { label: 'Goal completed', Icon: CircleCheckBig, reversed: 'Reopened' },
  goal_reversed: { label: 'Goal reopened', Icon: RotateCcw },
  purchase: { label: 'Purchase', Icon: ShoppingBag },
  refund: { label: 'Purchase refunded', Icon: Undo2 },
  award: { label: 'Award', Icon: Gift, reversed: 'Taken back' },
  award_reversed: { label: 'Award taken back', Icon: Undo2 },
  correction: { label: 'Correction', Icon: PencilLine },
};
