import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import type { Classroom, Student } from '@/api/types';
import { Breadcrumb } from '@/components/breadcrumb';
import { Page } from '@/components/page';
import { HelpButton } from '@/shared/help-button';

import { CheckStep } from './check-step';
import { ChooseStep } from './choose-step';
import { ImportDone, type ImportOutcome } from './import-done';
import { LeaveGuard } from './leave-guard';
import { pastedList } from './pasted-list';
import { isNothingNew } from './roster-rows';
import { type Step, StepHeading, stepText } from './step-heading';
import type { Sending } from './use-add-students';
import { usePasswords } from './use-passwords';
import { type RosterList, useRosterList } from './use-roster-list';

/** Reads the list that was pasted into Manage Students. */
function usePastedList(read: RosterList['read']): string {
  const [text] = useState(() => pastedList.get() ?? '');
  const readPasted = useEffectEvent(() => {
    if (text !== '') read({ text });
  });
  useEffect(() => {
    pastedList.set(null);
    readPasted();
  }, []);
  return text;
}

function stepOf(list: RosterList, outcome: ImportOutcome | null, sending: Sending): Step {
  if (outcome) return 'done';
  if (sending === 'adding') return 'adding';
  if (!list.preview) return 'choose';
  return sending === 'unconfirmed' ? 'unconfirmed' : 'check';
}

function ImportBreadcrumb({ classroom: { id, name } }: { classroom: Classroom }) {
  return <Breadcrumb crumbs={[{ label: name, to: `/teacher/class/${id}` }, { label: t`Import students` }]} />;
}

type ImportRosterProps = {
  classroom: Classroom;
  /** URL of the server, without path, for the printed passwords; null or undefined if it isn't known. */
  address: string | null | undefined;
  /** Number of students in the class now. */
  studentCount: number | undefined;
  /** Button that prints the login cards of the students who were added. */
  renderPrintCards: (added: readonly Student[]) => ReactNode;
};

/** Imports a class list in three steps. Nothing is written before the teacher confirms the rows. */
export function ImportRoster({ classroom, ...doneProps }: ImportRosterProps) {
  const list = useRosterList(classroom.id);
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const [sending, setSending] = useState<Sending>('idle');
  const passwords = usePasswords();
  const initialText = usePastedList(list.read);
  const step = stepOf(list, outcome, sending);
  const { preview } = list;
  return (
    <Page
      title={t`Import students`}
      heading={<StepHeading step={step} />}
      subheading={stepText(step)}
      breadcrumb={<ImportBreadcrumb classroom={classroom} />}
      actions={<HelpButton answer="bring-in-a-class-list" />}
    >
      {!outcome && !preview && <ChooseStep list={list} initialText={initialText} />}
      {!outcome && preview && (
        <CheckStep
          classroom={classroom}
          list={list}
          preview={preview}
          onDone={(done) => {
            setOutcome(done);
            passwords.add(done.sent);
          }}
          onSending={setSending}
        />
      )}
      {outcome && (
        <ImportDone
          {...doneProps}
          classroom={classroom}
          outcome={outcome}
          passwords={passwords}
          left={list.rows.filter((row) => row.preview.status !== 'same')}
          onBack={() => {
            setOutcome(null);
          }}
        />
      )}
      <LeaveGuard
        classroom={classroom}
        passwords={passwords}
        unsaved={step === 'adding' || (step !== 'choose' && step !== 'done' && !isNothingNew(list.rows))}
        onForget={list.forget}
      />
    </Page>
  );
}
