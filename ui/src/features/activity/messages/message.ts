import type { ReactNode } from 'react';

import type { Activity } from '@/api/types';
import type { Kind } from '@/features/activity/kinds';

type MessageParts = {
  actor: ReactNode;
  student: ReactNode;
  /** The goal, item, class or reason; null if it is unknown. */
  about: ReactNode;
  row: Activity;
};

export type Message = (parts: MessageParts) => ReactNode;

/** Messages of the kinds in one filter group. */
export type Messages = Partial<Record<Kind, Message>>;
