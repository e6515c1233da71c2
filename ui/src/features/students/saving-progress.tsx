import { useEffect, useState } from 'react';

import { ProgressBar } from '@/components/progress-bar';

/** Saving that takes no longer needs no word. */
const SHOWN_AFTER_MS = 1000;
/** Screen readers hear of it so many times. */
const ANNOUNCEMENTS = 4;

type Progress = { done: number; all: number };

function useIsSlow(saving: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!saving) return;
    const timer = setTimeout(() => {
      setSlow(true);
    }, SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [saving]);
  return slow;
}

/** How far the saving of many students is, once it takes longer than a second. */
export function SavingProgress({ progress }: { progress: Progress | null }) {
  const slow = useIsSlow(progress !== null);
  const shown = slow ? progress : null;
  const step = shown ? Math.max(1, Math.floor(shown.all / ANNOUNCEMENTS)) : 1;
  return (
    <>
      {shown && (
        <div className="mb-3 flex items-center gap-4">
          <span aria-hidden className="shrink-0 font-mid tabular-nums">
            Saving {Math.min(shown.done + 1, shown.all)} of {shown.all}
          </span>
          <div className="grow">
            <ProgressBar
              label="Saving students"
              value={shown.done}
              max={shown.all}
              valueText={`${shown.done} of ${shown.all} saved`}
            />
          </div>
        </div>
      )}
      {/* There before it has something to say: else it isn't heard. */}
      <span role="status" className="sr-only">
        {shown && `Saving: ${shown.done - (shown.done % step)} of ${shown.all} are saved.`}
      </span>
    </>
  );
}
