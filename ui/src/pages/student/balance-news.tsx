import { PencilLine } from 'lucide-react';
import { useEffect } from 'react';

import type { LedgerEntry } from '@/api/types';
import { Notice } from '@/components/notice';
import { changesTitle, splitEntries, sumOf } from '@/features/goalbucks/balance-news';
import { celebrate } from '@/features/goals/celebrate';
import { CelebrationCard } from '@/features/goals/celebration-card';
import type { Unseen } from '@/hooks/use-unseen';
import { formatNumber } from '@/lib/format';
import { Amount } from '@/shared/amount';

/** As many as are named one by one; the rest is counted. */
const NAMED = 5;

function EntryLine({ entry, alone }: { entry: LedgerEntry; alone: boolean }) {
  return (
    <>
      <bdi>{entry.description}</bdi>
      {!alone && ` (${formatNumber(entry.amount, true)})`}
    </>
  );
}

type EntriesProps = { entries: LedgerEntry[]; onDismiss: () => void };

function Awards({ entries, onDismiss }: EntriesProps) {
  const newest = entries[0]?.id;
  useEffect(() => {
    if (newest !== undefined) void celebrate();
  }, [newest]);
  if (newest === undefined) return null;
  const alone = entries.length === 1;
  return (
    <CelebrationCard
      title={alone ? 'You got an award!' : `You got ${entries.length} awards!`}
      lines={entries.map((entry) => ({ id: entry.id, text: <EntryLine entry={entry} alone={alone} /> }))}
      total={sumOf(entries)}
      onDismiss={onDismiss}
    />
  );
}

function Changes({ entries, onDismiss }: EntriesProps) {
  const [first] = entries;
  if (!first) return null;
  const alone = entries.length === 1;
  const more = entries.length - NAMED;
  return (
    <Notice icon={<PencilLine aria-hidden />} title={changesTitle(entries)} onDismiss={onDismiss}>
      <ul>
        {entries.slice(0, NAMED).map((entry) => (
          <li key={entry.id} className="wrap-anywhere whitespace-pre-line">
            <EntryLine entry={entry} alone={alone} />
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
      <Amount plain signed value={sumOf(entries)} className="mt-1" />
      {alone && first.reason === 'goal_reversed' && (
        <p className="text-ink-2">You get them again when your teacher approves it.</p>
      )}
    </Notice>
  );
}

type BalanceNewsProps = { news: Unseen<LedgerEntry>; only: 'awards' | 'changes' };

/** Awards, celebrated; or reversals and corrections, as a notice. */
export function BalanceNews({ news: { unseen, dismiss }, only }: BalanceNewsProps) {
  const entries = splitEntries(unseen)[only];
  const List = only === 'awards' ? Awards : Changes;
  return (
    <List
      entries={entries}
      onDismiss={() => {
        dismiss(entries);
      }}
    />
  );
}
