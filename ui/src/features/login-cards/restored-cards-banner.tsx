import { plural, t } from '@lingui/core/macro';
import { useQueries } from '@tanstack/react-query';
import { IdCard, X } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '@/components/icon-button';
import { restoredCards } from '@/shared/restored-cards';

import { EndCardsButton } from './end-cards-button';
import { countCards } from './mutations';
import { loginCardsQuery } from './queries';

/** After a restore on this device, offers to end the cards of these classes that are older than the restore. */
export function RestoredCardsBanner({ classroomIds }: { classroomIds: string[] }) {
  const [restoredAt, setRestoredAt] = useState(restoredCards.get);
  const cards = useQueries({ queries: restoredAt === null ? [] : classroomIds.map(loginCardsQuery) });
  const classes = cards.map(({ data = [] }, index) => ({
    classroomId: classroomIds[index] ?? '',
    studentIds: data.filter(({ madeAt }) => madeAt < (restoredAt ?? '')).map(({ studentId }) => studentId),
  }));
  const count = countCards(classes);
  if (count === 0) return null;
  const close = () => {
    restoredCards.clear();
    setRestoredAt(null);
  };
  return (
    <section
      aria-label={t`Login cards`}
      className="mx-auto mb-4 flex max-w-page items-start gap-3 rounded-control border border-line-strong bg-surface py-2 ps-4 pe-2 print:hidden"
    >
      <IdCard aria-hidden className="mt-1.5 size-4.5 text-pending-ink" />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2 wrap-anywhere">
        <p className="min-w-0 grow basis-80 py-1">
          {plural(count, {
            one: 'A backup was restored. # login card counts as on that day, even if it was replaced or ended since.',
            other:
              'A backup was restored. # login cards count as on that day, also those that were replaced or ended since.',
          })}
        </p>
        <EndCardsButton classes={classes.filter(({ studentIds }) => studentIds.length > 0)} onEnded={close} />
      </div>
      <IconButton label={t`Close this message`} icon={<X aria-hidden />} onClick={close} />
    </section>
  );
}
