import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  CircleCheckBig,
  Gift,
  HandCoins,
  type LucideIcon,
  PencilLine,
  RotateCcw,
  ShoppingBag,
  Sprout,
  Undo2,
} from 'lucide-react';

import type { LedgerEntry } from '@/api/types';

type Reason = {
  label: MessageDescriptor;
  Icon: LucideIcon;
};

/** Label and icon by ledger reason. */
export const reasons: Record<LedgerEntry['reason'], Reason> = {
  goal: { label: msg`Goal completed`, Icon: CircleCheckBig },
  goal_reversed: { label: msg`Goal reopened`, Icon: RotateCcw },
  purchase: {
    label: msg({ message: 'Purchase', comment: 'Noun: entry of the GoalBucks history' }),
    Icon: ShoppingBag,
  },
  refund: { label: msg`Purchase refunded`, Icon: Undo2 },
  award: { label: msg({ message: 'Award', comment: 'Noun: entry of the GoalBucks history' }), Icon: Gift },
  award_reversed: { label: msg`Award taken back`, Icon: Undo2 },
  new_term: { label: msg`New term`, Icon: Sprout },
  class_gift: { label: msg`Chipped in for the class goal`, Icon: HandCoins },
  class_gift_returned: { label: msg`Back from the class goal`, Icon: Undo2 },
  correction: { label: msg`Correction`, Icon: PencilLine },
};
