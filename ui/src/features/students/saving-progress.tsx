import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';

import { ProgressBar } from '@/components/progress-bar';

/** Progress is shown only after this delay. */
const SHOW_DELAY_MS = 1000;
/** Number of progress announcements. */
const ANNOUNCEMENTS = 4;

type Progress = { done: number; all: number };

function useIsSlow(saving: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!saving) return;
    const timer = setTimeout(() => {
      setSlow(true);
    }, SHOW_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [saving]);
  return slow;
}

/** Progress of saving many students, shown after a second. */
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
              label={t`Saving students`}
              value={shown.done}
              max={shown.all}
              valueText={`${shown.done} of ${shown.all} saved`}
            />
          </div>
        </div>
      )}
      {/* Rendered before it has content, else it isn't announced. */}
      <span role="status" className="sr-only">
        {shown && `Saving: ${shown.done - (shown.done % step)} of ${shown.all} are saved.`}
      </span>
    </>
  );
}
