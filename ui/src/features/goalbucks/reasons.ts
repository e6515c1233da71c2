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

/** What changed a balance, in words. */
export const reasons: Record<LedgerEntry['reason'], { words: string; Icon: LucideIcon }> = {
  goal: { words: 'Goal completed', Icon: CircleCheckBig },
  goal_reversed: { words: 'Goal reopened', Icon: RotateCcw },
  purchase: { words: 'Purchase', Icon: ShoppingBag },
  refund: { words: 'Purchase refunded', Icon: Undo2 },
  award: { words: 'Award', Icon: Gift },
  award_reversed: { words: 'Award taken back', Icon: Undo2 },
  correction: { words: 'Correction', Icon: PencilLine },
};
