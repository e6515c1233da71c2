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
  words: string;
  Icon: LucideIcon;
  /** What a later entry did to it, before the time of that. */
  reversed?: string;
};

/** What changed a balance, in words. */
export const reasons: Record<LedgerEntry['reason'], Reason> = {
  goal: { words: 'Goal completed', Icon: CircleCheckBig, reversed: 'Reopened' },
  goal_reversed: { words: 'Goal reopened', Icon: RotateCcw },
  purchase: { words: 'Purchase', Icon: ShoppingBag },
  refund: { words: 'Purchase refunded', Icon: Undo2 },
  award: { words: 'Award', Icon: Gift, reversed: 'Taken back' },
  award_reversed: { words: 'Award taken back', Icon: Undo2 },
  correction: { words: 'Correction', Icon: PencilLine },
};
