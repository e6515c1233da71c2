import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { PencilLine, Sprout } from 'lucide-react';
import { type ComponentType, useEffect } from 'react';

import type { LedgerEntry } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import {
  balanceChangesTitle,
  entriesToAnnounce,
  isReversal,
  splitEntries,
  sumAmounts,
} from '@/features/goalbucks/balance-news';
import { recentEntriesQuery } from '@/features/goalbucks/queries';
import { type Unseen, useUnseen } from '@/hooks/use-unseen';
import { formatNumber } from '@/lib/format';
import { createSeenStore } from '@/lib/seen-store';
import { Amount } from '@/shared/amount';
import { celebrate } from '@/shared/celebration/celebrate';
import { CelebrationCard } from '@/shared/celebration/celebration-card';
import { SpokenNotice } from '@/shared/read-aloud/spoken-notice';

import type { NewsSource } from './news-source';

/** Maximum number of listed entries. */
const MAX_NAMED = 5;

function EntryLine({ entry, isOnly }: { entry: LedgerEntry; isOnly: boolean }) {
  return (
    <>
      {!isOnly && isReversal(entry) && `${balanceChangesTitle([entry])}: `}
      <bdi>{entry.description}</bdi>
      {!isOnly && ` (${formatNumber(entry.amount, true)})`}
    </>
  );
}

type Dismiss = Unseen<LedgerEntry>['dismiss'];
type EntriesProps = { entries: LedgerEntry[]; onDismiss: () => void };

function AwardsCard({ entries, onDismiss }: EntriesProps) {
  const newest = entries[0]?.id;
  useEffect(() => {
    if (newest !== undefined) void celebrate();
  }, [newest]);
  if (newest === undefined) return null;
  const count = entries.length;
  const isOnly = count === 1;
  return (
    <CelebrationCard
      title={plural(count, { one: 'You got an award!', other: 'You got # awards!' })}
      lines={entries.map((entry) => ({ id: entry.id, text: <EntryLine entry={entry} isOnly={isOnly} /> }))}
      total={sumAmounts(entries)}
      onDismiss={onDismiss}
    />
  );
}

/** The balance before a new term set it to 0, which the student's newest entry tells. */
function NewTermNotice({ entries: [entry], onDismiss }: EntriesProps) {
  if (!entry) return null;
  const amount = formatNumber(-entry.amount);
  return (
    <SpokenNotice icon={<Sprout aria-hidden />} title={t`New term!`} onDismiss={onDismiss}>
      <p>
        <Trans>Everybody starts at 0. You finished with {amount}.</Trans>
      </p>
    </SpokenNotice>
  );
}

function BalanceChangesNotice({ entries, onDismiss }: EntriesProps) {
  const [first] = entries;
  if (!first) return null;
  const isOnly = entries.length === 1;
  const more = entries.length - MAX_NAMED;
  return (
    <SpokenNotice
      icon={<PencilLine aria-hidden />}
      title={balanceChangesTitle(entries)}
      onDismiss={onDismiss}
    >
      <ul>
        {entries.slice(0, MAX_NAMED).map((entry) => (
          <li key={entry.id} className="wrap-anywhere whitespace-pre-line">
            <EntryLine entry={entry} isOnly={isOnly} />
          </li>
        ))}
        {more > 0 && (
          <li>
            <Trans>and {more} more</Trans>
          </li>
        )}
      </ul>
      <p>
        <Amount plain signed value={sumAmounts(entries)} className="mt-1" />
      </p>
      {isOnly && first.reason === 'goal_reversed' && (
        <p className="text-ink-2">
          <Trans>You get them back when your teacher says yes.</Trans>
        </p>
      )}
    </SpokenNotice>
  );
}

const seenEntries = createSeenStore<LedgerEntry>('seen_entries', {
  getId: ({ id }) => id,
  getTime: ({ createdAt }) => createdAt,
});

function toSource(entries: LedgerEntry[], List: ComponentType<EntriesProps>, dismiss: Dismiss): NewsSource {
  return {
    ids: entries.map(({ id }) => id),
    notices: (
      <List
        entries={entries}
        onDismiss={() => {
          dismiss(entries);
        }}
      />
    ),
  };
}

/** A notice for a new term, a card for new awards, and a notice for reversals and corrections. */
export function useBalanceNews(): Record<'newTerm' | 'awards' | 'balanceChanges', NewsSource> {
  const { id } = useStudent();
  const { unseen, dismiss } = useUnseen({
    personId: id,
    store: seenEntries,
    rows: useQuery(recentEntriesQuery(id)).data,
    // What students do themselves, such as taking a gift back, isn't news.
    select: (entries) => entriesToAnnounce(entries.filter(({ createdBy }) => createdBy !== id)),
  });
  const { awards, changes, terms } = splitEntries(unseen);
  return {
    newTerm: toSource(terms, NewTermNotice, dismiss),
    awards: toSource(awards, AwardsCard, dismiss),
    balanceChanges: toSource(changes, BalanceChangesNotice, dismiss),
  };
}
