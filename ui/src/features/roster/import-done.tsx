import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Classroom, ImportedRoster, Student } from '@/api/types';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { FlagArt } from '@/components/illustrations/list';
import { toCsv } from '@/lib/csv';
import { downloadText } from '@/lib/download-text';

import { type Field, type JudgedRow, type RowStatus, toImportRow } from './roster-rows';
import { fieldLabel } from './row-texts';

/** Result of an import, and the rows that were sent. */
export type ImportOutcome = { result: ImportedRoster; sent: readonly JudgedRow[] };

const CSV_FIELDS: Field[] = ['firstName', 'lastName', 'username', 'password'];

function download(name: string, rows: readonly JudgedRow[]) {
  const cells = rows.map(({ values }) => CSV_FIELDS.map((field) => values[field]));
  downloadText(`${name}.csv`, toCsv([CSV_FIELDS.map(fieldLabel), ...cells]));
}

function title({ result }: ImportOutcome): string {
  const added = result.created.length + result.moved.length;
  if (added === 0 && result.changed.length > 0) {
    return plural(result.changed.length, { one: '# student changed', other: '# students changed' });
  }
  return plural(added, { one: '# student added', other: '# students added' });
}

function Passwords({ classroom, rows }: { classroom: Classroom; rows: readonly JudgedRow[] }) {
  return (
    <Card as="section" className="min-w-0 p-5 large-text:p-3">
      <h2>
        <Trans>Usernames and passwords</Trans>
      </h2>
      <p className="mt-1 text-ink-2">
        <Trans>
          Passwords can be downloaded on this page for the last time: after it nobody can read them, only set
          new ones.
        </Trans>
      </p>
      <Button
        className="mt-4 wrap-anywhere"
        icon={<Download aria-hidden />}
        onClick={() => {
          download(classroom.name, rows);
        }}
      >
        <Trans>Download the List (CSV)</Trans>
      </Button>
    </Card>
  );
}

function leftText(rows: readonly JudgedRow[]): string {
  const count = (status: RowStatus) => rows.filter((row) => row.status === status).length;
  const [asked, refused, skipped] = [count('ask'), count('refused'), count('skipped')];
  const parts = [
    asked > 0 && plural(asked, { one: '# waits for an answer', other: '# wait for an answer' }),
    refused > 0 && plural(refused, { one: '# was refused', other: '# were refused' }),
    skipped > 0 && plural(skipped, { one: '# was skipped', other: '# were skipped' }),
  ];
  return parts.filter((part) => part !== false).join(', ');
}

type LeftProps = { rows: readonly JudgedRow[]; onBack: () => void };

function LeftRows({ rows, onBack }: LeftProps) {
  const parts = leftText(rows);
  return (
    <Card as="section" className="min-w-0 p-5 large-text:p-3">
      <h2>{plural(rows.length, { one: '# row wasn’t added', other: '# rows weren’t added' })}</h2>
      <p className="mt-1 text-ink-2">
        <Trans>{parts}. They are forgotten when you leave this page.</Trans>
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={onBack}>
          <Trans>Go Back to Them</Trans>
        </Button>
        <Button
          variant="ghost"
          className="wrap-anywhere"
          icon={<Download aria-hidden />}
          onClick={() => {
            download(t`Not added`, rows);
          }}
        >
          <Trans>Download Them (CSV)</Trans>
        </Button>
      </div>
    </Card>
  );
}

type ImportDoneProps = {
  classroom: Classroom;
  /** Number of students in the class now. */
  studentCount: number | undefined;
  outcome: ImportOutcome;
  /** Rows that weren't added, except students who were in the class already. */
  left: readonly JudgedRow[];
  renderPrintCards: (added: readonly Student[]) => ReactNode;
  onBack: () => void;
};

/** Third step: the result of the import. */
export function ImportDone(props: ImportDoneProps) {
  const { classroom, studentCount, outcome, left, renderPrintCards, onBack } = props;
  const added = [...outcome.result.created, ...outcome.result.moved];
  const withPasswords = outcome.sent.filter((row) => toImportRow(row).password != null);
  const className = classroom.name;
  return (
    <>
      <Card as="section" role="status">
        <EmptyState
          art={<FlagArt />}
          title={title(outcome)}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {added.length > 0 && renderPrintCards(added)}
              <ButtonLink to={`/teacher/class/${classroom.id}`}>
                <Trans>Go to the Class</Trans>
              </ButtonLink>
            </div>
          }
        >
          {studentCount !== undefined &&
            plural(studentCount, {
              one: `${className} has # student now.`,
              other: `${className} has # students now.`,
            })}
        </EmptyState>
      </Card>
      <div className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-2">
        {withPasswords.length > 0 && <Passwords classroom={classroom} rows={withPasswords} />}
        {left.length > 0 && <LeftRows rows={left} onBack={onBack} />}
      </div>
    </>
  );
}
