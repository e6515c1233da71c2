import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Archive } from 'lucide-react';

import type { Classroom } from '@/api/types';
import { formatDay } from '@/lib/format';
import { useMay } from '@/shared/permissions';

import { BringBackButton } from './bring-back-button';

/** Says on the pages of an archived class that it is read only; nothing for another class. */
export function ArchivedStrip({ classroom }: { classroom: Classroom | undefined }) {
  const mayBringBack = useMay(classroom, 'remove');
  if (!classroom?.archivedAt) return null;
  const date = formatDay(new Date(classroom.archivedAt));
  return (
    <section
      aria-label={t`Archived class`}
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-sunken px-5 py-3 print:hidden"
    >
      <Archive aria-hidden className="size-5 shrink-0 text-ink-2 max-sm:hidden" />
      <p className="min-w-0 grow basis-80 text-ink-2">
        <Trans>
          <strong className="text-ink">This class was archived on {date}.</strong> You can look, print and
          download, and hand out what was bought. Nothing else can be changed, and nobody can sign in.
        </Trans>
      </p>
      {mayBringBack && <BringBackButton classroom={classroom} />}
    </section>
  );
}
