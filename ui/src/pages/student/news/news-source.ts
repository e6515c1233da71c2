import type { ReactNode } from 'react';

/** One kind of news for a student. */
export type NewsSource = {
  /** Ids of what its notices show. */
  ids: string[];
  notices: ReactNode;
};
