import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';

import { ProgressBar } from '@/components/progress-bar';
import { formatNumber } from '@/lib/format';

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

function Bar({ done, all }: Progress) {
  const current = formatNumber(Math.min(done + 1, all));
  const saved = formatNumber(done);
  const total = formatNumber(all);
  return (
    <div className="mb-3 flex items-center gap-4">
      <span aria-hidden className="shrink-0 font-mid tabular-nums">
        <Trans>
          Saving {current} of {total}
        </Trans>
      </span>
      <div className="grow">
        <ProgressBar
          label={t`Saving students`}
          value={done}
          max={all}
          valueText={t({ message: `${saved} of ${total} saved`, comment: 'Students' })}
        />
      </div>
    </div>
  );
}

/** Sentence for screen readers, which changes a few times only. */
function announcement({ done, all }: Progress): string {
  const step = Math.max(1, Math.floor(all / ANNOUNCEMENTS));
  const saved = formatNumber(done - (done % step));
  const total = formatNumber(all);
  return t({ message: `Saving: ${saved} of ${total} are saved.`, comment: 'Students' });
}

/** Progress of saving many students, shown after a second. */
export function SavingProgress({ progress }: { progress: Progress | null }) {
  const slow = useIsSlow(progress !== null);
  const shown = slow ? progress : null;
  return (
    <>
      {shown && <Bar {...shown} />}
      {/* Rendered before it has content, else it isn't announced. */}
      <span role="status" className="sr-only">
        {shown && announcement(shown)}
      </span>
    </>
  );
}
