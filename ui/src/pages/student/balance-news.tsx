import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PencilLine } from 'lucide-react';
import { useEffect } from 'react';

import type { LedgerEntry } from '@/api/types';
import { Notice } from '@/components/notice';
import { balanceChangesTitle, isReversal, splitEntries, sumAmounts } from '@/features/goalbucks/balance-news';
import { celebrate } from '@/features/goals/student/celebrate';
import { CelebrationCard } from '@/features/goals/student/celebration-card';
import type { Unseen } from '@/hooks/use-unseen';
import { formatNumber } from '@/lib/format';
import { Amount } from '@/shared/amount';

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

function ChangesNotice({ entries, onDismiss }: EntriesProps) {
  const [first] = entries;
  if (!first) return null;
  const isOnly = entries.length === 1;
  const more = entries.length - MAX_NAMED;
  return (
    <Notice icon={<PencilLine aria-hidden />} title={balanceChangesTitle(entries)} onDismiss={onDismiss}>
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
      <Amount plain signed value={sumAmounts(entries)} className="mt-1" />
      {isOnly && first.reason === 'goal_reversed' && (
        <p className="text-ink-2">
          <Trans>You get them back when your teacher says yes.</Trans>
        </p>
      )}
    </Notice>
  );
}

type BalanceNewsProps = { news: Unseen<LedgerEntry>; only: 'awards' | 'changes' };

/** Card for new awards, or notice for reversals and corrections. */
export function BalanceNews({ news: { unseen, dismiss }, only }: BalanceNewsProps) {
  const entries = splitEntries(unseen)[only];
  const List = only === 'awards' ? AwardsCard : ChangesNotice;
  return (
    <List
      entries={entries}
      onDismiss={() => {
        dismiss(entries);
      }}
    />
  );
}
