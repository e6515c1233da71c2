import { useState } from 'react';

import type { RosterPreview } from '@/api/types';

/**
 * Whether the teacher has to say that the letters of a file were read correctly. Asked until the answer, also about
 * another encoding that the teacher chooses meanwhile.
 */
export function useLettersQuestion(preview: RosterPreview | null) {
  const [isDoubtful, setDoubtful] = useState(false);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const encoding = preview?.encoding ?? null;
  return {
    /** The encoding to ask about; null: nothing to ask. */
    askedEncoding: isDoubtful && encoding !== confirmed ? encoding : null,
    confirm: () => {
      setConfirmed(encoding);
    },
    /** A list was read whose letters may be wrong. */
    doubt: () => {
      setDoubtful(true);
    },
    /** Another list will be read. */
    reset: () => {
      setDoubtful(false);
      setConfirmed(null);
    },
  };
}
