import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Classroom, ImportedRoster, Student } from '@/api/types';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';

import { downloadRows } from './download-rows';
import { FlagArt } from './illustrations';
import { PasswordsCard } from './passwords-card';
import type { JudgedRow, RowStatus } from './roster-rows';
import type { Passwords } from './use-passwords';

/** Result of an import, and the rows that were sent. */
export type ImportOutcome = { result: ImportedRoster; sent: readonly JudgedRow[] };

/** "2 students added, 1 moved here, 3 changed": the first part that isn't 0 names the students. */
function title({ result }: ImportOutcome): string {
  const [created, moved, changed] = [result.created.length, result.moved.length, result.changed.length];
  const added = created > 0 && plural(created, { one: '# student added', other: '# students added' });
  const movedHere =
    created > 0
      ? plural(moved, { one: '# moved here', other: '# moved here' })
      : plural(moved, { one: '# student moved here', other: '# students moved here' });
  const changedHere =
    created + moved > 0
      ? plural(changed, { one: '# changed', other: '# changed' })
      : plural(changed, { one: '# student changed', other: '# students changed' });
  const parts = [added, moved > 0 && movedHere, changed > 0 && changedHere].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : t`All students were in the class already`;
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
            downloadRows(t`Not added`, rows);
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
  /** URL of the server, without path; null or undefined if it isn't known. */
  address: string | null | undefined;
  /** Number of students in the class now. */
  studentCount: number | undefined;
  outcome: ImportOutcome;
  passwords: Passwords;
  /** Rows that weren't added, except students who were in the class already. */
  left: readonly JudgedRow[];
  renderPrintCards: (added: readonly Student[]) => ReactNode;
  onBack: () => void;
};

/** Third step: the result of the import. */
export function ImportDone(props: ImportDoneProps) {
  const { classroom, address, studentCount, outcome, passwords, left, renderPrintCards, onBack } = props;
  const added = [...outcome.result.created, ...outcome.result.moved];
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
        {passwords.rows.length > 0 && (
          <PasswordsCard classroom={classroom} address={address} passwords={passwords} />
        )}
        {left.length > 0 && <LeftRows rows={left} onBack={onBack} />}
      </div>
    </>
  );
}
