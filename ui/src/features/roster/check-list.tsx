import { t } from '@lingui/core/macro';
import { type Dispatch, useState } from 'react';

import { Card } from '@/components/card';
import { Tabs } from '@/components/tabs';

import type { JudgedRow, RowsAction, RowStatus } from './roster-rows';
import { RosterTable, tabLabel } from './roster-table';
import { useRowFocus } from './use-row-focus';

const TABS: (RowStatus | 'all')[] = ['all', 'ready', 'ask', 'skipped', 'refused'];

/** Rows that need the teacher come first; the order stays while they are answered. */
function useFirstOrder(rows: readonly JudgedRow[]): JudgedRow[] {
  const [first] = useState(
    () =>
      new Set(rows.filter(({ status }) => status === 'ask' || status === 'refused').map(({ key }) => key)),
  );
  return [...rows.filter(({ key }) => first.has(key)), ...rows.filter(({ key }) => !first.has(key))];
}

/** The rows whose fields the teacher has opened, and the one opened last, which takes the focus. */
function useOpenRows() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string | null>(null);
  const close = (key: string) => {
    setOpen((current) => new Set([...current].filter((each) => each !== key)));
  };
  const show = (key: string) => {
    setOpen((current) => new Set([...current, key]));
  };
  return { open, focused, setFocused, close, show };
}

type CheckListProps = { rows: readonly JudgedRow[]; dispatch: Dispatch<RowsAction> };

/** Rows of the second step in tabs by status. Remount it when the list was read again, to sort the rows again. */
export function CheckList({ rows, dispatch }: CheckListProps) {
  const ordered = useFirstOrder(rows);
  const { open, focused, setFocused, close, show } = useOpenRows();
  const { list, focusRow } = useRowFocus();
  const table = (shown: readonly JudgedRow[]) => (
    <RosterTable
      rows={shown}
      open={open}
      focused={focused}
      dispatch={(action) => {
        dispatch(action);
        if (action.type === 'answer') focusRow(action.key);
      }}
      onOpen={(key) => {
        setFocused(key);
        show(key);
      }}
      onCorrect={(key) => {
        dispatch({ type: 'answer', key, answer: 'add' });
        setFocused(key);
        show(key);
      }}
      onTouch={show}
      onClose={(key) => {
        close(key);
        focusRow(key);
      }}
    />
  );
  return (
    <div ref={list} className="mb-4">
      <Tabs
        label={t`What happens`}
        items={TABS.map((tab) => {
          const found = tab === 'all' ? ordered : ordered.filter(({ status }) => status === tab);
          // An open row stays in sight when what was typed changes its status.
          const shown =
            tab === 'all' ? ordered : ordered.filter(({ status, key }) => status === tab || open.has(key));
          return {
            value: tab,
            label: tabLabel(tab),
            count: found.length,
            panel: <Card className="overflow-clip">{table(shown)}</Card>,
          };
        })}
      />
    </div>
  );
}
