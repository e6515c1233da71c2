import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { RefreshCw, UserPlus } from 'lucide-react';

import { Button } from '@/components/button';

import { isOfClass, type JudgedRow } from './roster-rows';

type ImportCounts = {
  /** New students, and students who move to this class. */
  added: number;
  /** Students of the class whose data changes. */
  changed: number;
  /** Rows that need an answer or a correction. */
  waiting: number;
};

export function countRows(rows: readonly JudgedRow[]): ImportCounts {
  const ready = rows.filter(({ status }) => status === 'ready');
  const changed = ready.filter(isOfClass).length;
  const waiting = rows.filter(({ status }) => status === 'ask' || status === 'refused').length;
  return { added: ready.length - changed, changed, waiting };
}

function readyText({ added, changed, waiting }: ImportCounts): string {
  const ready = added + changed;
  if (ready > 0) return plural(ready, { one: '# is ready.', other: '# are ready.' });
  return waiting > 0 ? t`Nobody is ready yet.` : t`Every row is skipped.`;
}

function waitingText({ waiting }: ImportCounts): string {
  if (waiting === 0) return '';
  return plural(waiting, {
    one: '# row needs an answer. It isn’t added until it has one.',
    other: '# rows need an answer. They aren’t added until they have one.',
  });
}

function addLabel({ added, changed }: ImportCounts): string {
  if (added === 0 && changed > 0) {
    return plural(changed, { one: 'Change # Student', other: 'Change # Students' });
  }
  return plural(added, { one: 'Add # Student', other: 'Add # Students' });
}

function addingLabel({ added, changed }: ImportCounts): string {
  return plural(added + changed, { one: 'Adding # Student', other: 'Adding # Students' });
}

type ImportBarProps = {
  counts: ImportCounts;
  /** Whether the teacher has to answer first whether the names look right. */
  lettersAsked: boolean;
  /** `unconfirmed`: the response got lost, and the same request is sent again. */
  state: 'idle' | 'adding' | 'unconfirmed';
  onAdd: () => void;
  onCancel: () => void;
};

/** Sticky bar with the number of rows that are ready, and the button that adds them. */
export function ImportBar({ counts, lettersAsked, state, onAdd, onCancel }: ImportBarProps) {
  const adding = state === 'adding';
  const ready = readyText(counts);
  const waiting = lettersAsked ? t`First answer whether the names look right.` : waitingText(counts);
  return (
    <div className="sticky bottom-0 z-2 -mx-4 mt-auto -mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-3 lg:-mx-8 lg:-mb-8 lg:px-8 short:static">
      <p role="status" className="min-w-0 grow basis-64 text-ink-2 max-sm:basis-full max-sm:text-small">
        {state === 'idle' && (
          <>
            <b className="font-mid text-ink">{ready}</b> {waiting}
          </>
        )}
        {adding && <Trans>Please don’t close GoalBucks now.</Trans>}
        {state === 'unconfirmed' && (
          <Trans>Nobody is added twice: GoalBucks checks first what arrived.</Trans>
        )}
      </p>
      <Button variant="ghost" disabled={adding} onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Button
        variant="primary"
        className="max-sm:grow"
        icon={state === 'unconfirmed' ? <RefreshCw aria-hidden /> : <UserPlus aria-hidden />}
        disabled={counts.added + counts.changed === 0}
        pending={adding}
        pendingLabel={addingLabel(counts)}
        onClick={onAdd}
      >
        {state === 'unconfirmed' ? t`Try Again` : addLabel(counts)}
      </Button>
    </div>
  );
}
