import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheck, CircleMinus, CircleQuestionMark, CircleX, Pencil, Undo2 } from 'lucide-react';
import type { Dispatch, KeyboardEvent, ReactNode } from 'react';

import { Badge } from '@/components/badge';
import { type Column, DataTable } from '@/components/data-table/data-table';
import { IconButton } from '@/components/icon-button';

import { isCorrectable, type JudgedRow, keepsAccount, type RowsAction, type RowStatus } from './roster-rows';
import { RowForm } from './row-form';
import { RowQuestion, SplitChoice } from './row-questions';
import { noteTexts, otherSplit } from './row-texts';

const badges: Record<RowStatus, { tone: 'approved' | 'pending' | 'plain' | 'denied'; icon: ReactNode }> = {
  ready: { tone: 'approved', icon: <CircleCheck aria-hidden /> },
  ask: { tone: 'pending', icon: <CircleQuestionMark aria-hidden /> },
  skipped: { tone: 'plain', icon: <CircleMinus aria-hidden /> },
  refused: { tone: 'denied', icon: <CircleX aria-hidden /> },
};

function statusLabel(status: RowStatus): string {
  const labels: Record<RowStatus, string> = {
    ready: t({ message: 'Ready', comment: 'A row of a list: will be added' }),
    ask: t({ message: 'To ask', comment: 'A row of a list: needs an answer' }),
    skipped: t({ message: 'Skipped', comment: 'A row of a list' }),
    refused: t({ message: 'Refused', comment: 'A row of a list: has to be corrected' }),
  };
  return labels[status];
}

/** Names all rows, or those that have the status. */
export function tabLabel(tab: RowStatus | 'all'): string {
  const labels: Record<RowStatus | 'all', string> = {
    all: t({ message: 'All', context: 'rows', comment: 'Rows of a list' }),
    ready: t({ message: 'Ready', context: 'rows', comment: 'Rows of a list: will be added' }),
    ask: t({ message: 'To ask', context: 'rows', comment: 'Rows of a list: need an answer' }),
    skipped: t({ message: 'Skipped', context: 'rows', comment: 'Rows of a list' }),
    refused: t({ message: 'Refused', context: 'rows', comment: 'Rows of a list: have to be corrected' }),
  };
  return labels[tab];
}

type StudentProps = Pick<TableProps, 'dispatch' | 'onClose'> & { row: JudgedRow };

function Student({ row, dispatch, onClose }: StudentProps) {
  const { firstName, lastName } = row.values;
  const split = row.status === 'ready' ? otherSplit(row) : null;
  return (
    <div className="py-1 wrap-anywhere">
      <span className={row.status === 'skipped' ? 'text-ink-2' : 'font-mid'}>
        <bdi>
          {firstName} {lastName}
        </bdi>
      </span>
      {noteTexts(row).map((note) => (
        <span key={note} className="block text-small text-ink-2">
          {note}
        </span>
      ))}
      {split && (
        <SplitChoice
          other={split}
          onUse={() => {
            dispatch({ type: 'edit', key: row.key, edits: split });
            // The button goes: the focus moves to the row's other button.
            onClose(row.key);
          }}
        />
      )}
    </div>
  );
}

function Credential({ text, made }: { text: string; made: boolean }) {
  return (
    <span className="wrap-anywhere">
      <bdi>{text}</bdi>{' '}
      {made && (
        <span className="text-small text-ink-2">
          <Trans comment="Beside a username or password that GoalBucks has made">made</Trans>
        </span>
      )}
    </span>
  );
}

/** Whether the row's values may be stored; the identifier also of students who keep the account. */
const isShown = (row: JudgedRow) => row.status !== 'skipped' && isCorrectable(row);

/** The username, and below it the identifier in the school's lists. */
function Account({ row }: { row: JudgedRow }) {
  const { externalId } = row.values;
  return (
    <>
      {credential(row, 'username')}
      {isShown(row) && externalId !== '' && (
        <span className="block text-small text-ink-2 wrap-anywhere">
          <Trans comment="{externalId} is a number such as 40711">
            Student ID <bdi>{externalId}</bdi>
          </Trans>
        </span>
      )}
    </>
  );
}

/** Usernames and passwords are shown of rows that will be added, and of those that can be corrected. */
function credential(row: JudgedRow, field: 'username' | 'password') {
  if (row.status === 'ask')
    return field === 'username' && <span className="text-ink-2">{t`After your answer`}</span>;
  if (!isShown(row) || keepsAccount(row)) return null;
  const { usernameMade, passwordMade } = row.preview;
  const made = field === 'username' ? usernameMade : passwordMade;
  return <Credential text={row.values[field]} made={made && row.edits[field] === undefined} />;
}

type TableProps = {
  rows: readonly JudgedRow[];
  dispatch: Dispatch<RowsAction>;
  /** Keys of the rows whose fields are open. */
  open: ReadonlySet<string>;
  /** The teacher opens the fields of a row. */
  onOpen: (key: string) => void;
  /** The teacher answers a question by correcting the fields of the row. */
  onCorrect: (key: string) => void;
  /** Fields that are shown already have been typed in: they stay open, whatever becomes of the row. */
  onTouch: (key: string) => void;
  onClose: (key: string) => void;
  /** Key of the row whose fields take the focus. */
  focused: string | null;
};

/** Up and Down move between the buttons of the rows. */
function moveBetweenRows(event: KeyboardEvent<HTMLButtonElement>) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [
    ...(event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('[data-row-action]') ?? []),
  ];
  buttons[buttons.indexOf(event.currentTarget) + step]?.focus();
}

type ActionsProps = Pick<TableProps, 'dispatch' | 'onOpen'> & { row: JudgedRow };

function Actions({ row, dispatch, onOpen }: ActionsProps) {
  const { line, status } = row.preview;
  const isSkippedByList = row.status === 'skipped' && status === 'skipped';
  return (
    <span className="flex justify-end">
      {row.status === 'ready' && !keepsAccount(row) && (
        <IconButton
          label={t`Edit row ${line}`}
          icon={<Pencil aria-hidden />}
          data-row-action={row.key}
          onKeyDown={moveBetweenRows}
          onClick={() => {
            onOpen(row.key);
          }}
        />
      )}
      {(row.answer !== null || isSkippedByList) && (
        <IconButton
          label={isSkippedByList ? t`Add row ${line} all the same` : t`Take back the answer of row ${line}`}
          icon={<Undo2 aria-hidden />}
          data-row-action={row.key}
          onKeyDown={moveBetweenRows}
          onClick={() => {
            dispatch({ type: 'answer', key: row.key, answer: isSkippedByList ? 'add' : null });
          }}
        />
      )}
    </span>
  );
}

function columnsOf(props: TableProps): Column<JudgedRow>[] {
  return [
    {
      id: 'line',
      header: t({ message: 'Row', comment: 'Its number in a list' }),
      cell: ({ preview: { line } }) => (
        <span className="text-ink-2">
          <span className="max-sm:hidden">{line}</span>
          <span className="text-small sm:hidden">{t`Row ${line}`}</span>
        </span>
      ),
      widthClass: 'w-14',
      cardTitle: true,
    },
    {
      id: 'student',
      header: t`Student`,
      cell: (row) => <Student {...props} row={row} />,
      cardTitle: true,
    },
    { id: 'username', header: t`Username`, cell: (row) => <Account row={row} />, widthClass: 'w-1/5' },
    { id: 'password', header: t`Password`, cell: (row) => credential(row, 'password'), widthClass: 'w-1/5' },
    {
      id: 'status',
      header: t`What happens`,
      cell: ({ status }) => (
        <Badge tone={badges[status].tone} icon={badges[status].icon}>
          {statusLabel(status)}
        </Badge>
      ),
      widthClass: 'w-30',
    },
    {
      id: 'actions',
      header: t`Edit`,
      actions: true,
      cell: (row) => <Actions {...props} row={row} />,
      widthClass: 'w-22',
    },
  ];
}

/** Table of the rows with their status. */
export function RosterTable(props: TableProps) {
  const { rows, dispatch, open, onCorrect, onTouch, onClose, focused } = props;
  const details = (row: JudgedRow) => {
    const { key } = row;
    if (row.status === 'ask') {
      return (
        <RowQuestion
          row={row}
          onAnswer={(answer) => {
            dispatch({ type: 'answer', key, answer });
          }}
          onCorrect={() => {
            onCorrect(key);
          }}
        />
      );
    }
    if (!open.has(key) && (row.status !== 'refused' || !isCorrectable(row))) return null;
    return (
      <RowForm
        row={row}
        focus={focused === key}
        onEdit={(edits) => {
          onTouch(key);
          dispatch({ type: 'edit', key, edits });
        }}
        onClose={() => {
          onClose(key);
        }}
        onSkip={() => {
          onClose(key);
          dispatch({ type: 'answer', key, answer: 'skip' });
        }}
      />
    );
  };
  return (
    <DataTable
      label={t`Rows of the list`}
      columns={columnsOf(props)}
      rows={rows}
      rowKey={({ key }) => key}
      details={details}
    />
  );
}
