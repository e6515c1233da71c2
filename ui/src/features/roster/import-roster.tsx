import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import type { Classroom, Student } from '@/api/types';
import { Breadcrumb } from '@/components/breadcrumb';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { UnsavedChangesGuard } from '@/components/dialog/unsaved-changes-guard';
import { EmptyState } from '@/components/empty-state';
import { Page } from '@/components/page';
import { Loading, SkeletonRows } from '@/components/skeleton';

import { CheckList } from './check-list';
import { ChooseList } from './choose-list';
import { countRows, ImportBar } from './import-bar';
import { ImportDone, type ImportOutcome } from './import-done';
import { ImportFailure } from './import-failure';
import { pastedList } from './pasted-list';
import { ReadFailure } from './read-failure';
import { ReadingPanel, SectionChoice } from './reading-panel';
import { isNothingNew } from './roster-rows';
import { refusalsOf, useImport } from './use-import';
import { type List, useList } from './use-list';

type Step = 'choose' | 'check' | 'adding' | 'done';

function stepText(step: Step): string {
  const texts: Record<Step, string> = {
    choose: t`Step 1 of 3: choose the list`,
    check: t`Step 2 of 3: check the list. Nothing is added yet.`,
    adding: t`Step 2 of 3: adding the students`,
    done: t`Step 3 of 3: done`,
  };
  return texts[step];
}

/** The heading; it takes the focus at each step but the first. */
function StepHeading({ step }: { step: Step }) {
  const heading = useRef<HTMLSpanElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return (
    <span ref={heading} tabIndex={-1} className="rounded-small">
      <Trans>Import students</Trans>
    </span>
  );
}

function ReadingSkeleton() {
  return (
    <Loading label={t`Reading the list...`}>
      <Card>
        <SkeletonRows rows={10} />
      </Card>
    </Loading>
  );
}

function NothingNew({ classroom, list }: { classroom: Classroom; list: List }) {
  const count = list.rows.filter(({ preview }) => preview.status === 'same').length;
  const className = classroom.name;
  return (
    <Card as="section">
      <EmptyState
        title={t`Nobody new in this list`}
        action={
          <Button onClick={list.forget}>
            <Trans>Choose Another List</Trans>
          </Button>
        }
      >
        {plural(count, {
          one: `The student is in ${className} already.`,
          other: `All # students are in ${className} already.`,
        })}
      </EmptyState>
    </Card>
  );
}

function Adding({ count }: { count: number }) {
  return (
    <Card as="section" role="status" className="mb-4 p-5">
      <h2>{plural(count, { one: 'Adding # student', other: 'Adding # students' })}</h2>
      <p className="mt-1 text-ink-2">
        <Trans>All are added together, or none. Keep this page open: it takes a few seconds.</Trans>
      </p>
    </Card>
  );
}

function listName({ source }: List): string {
  if (!source || 'text' in source) return t`Pasted rows`;
  const [first] = source.files;
  const count = source.files.length;
  return count === 1 && first ? first.name : plural(count, { one: '# file', other: '# files' });
}

type CheckProps = {
  classroom: Classroom;
  list: List;
  onDone: (outcome: ImportOutcome) => void;
  onStep: (adding: boolean) => void;
};

/** Adds the rows that are ready, with the button or Ctrl+Enter. */
function useAdding({ classroom, list, onDone, onStep }: CheckProps) {
  const { send, state, error, reset } = useImport(classroom.id);
  const ready = list.rows.filter(({ status }) => status === 'ready');
  const add = () => {
    if (ready.length === 0 || state === 'adding' || list.reading) return;
    onStep(true);
    send(ready, {
      onSuccess: (result) => {
        list.dispatch({ type: 'remove', keys: new Set(ready.map(({ key }) => key)) });
        onDone({ result, sent: ready });
      },
      onError: (failure) => {
        list.dispatch({ type: 'refuse', refusals: refusalsOf(failure, ready) });
      },
      onSettled: () => {
        onStep(false);
      },
    });
  };
  const onKeydown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    const isInDialog = event.target instanceof Element && event.target.closest('[role=alertdialog]');
    if (isInDialog) return;
    event.preventDefault();
    add();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeydown);
    return () => {
      document.removeEventListener('keydown', onKeydown);
    };
  }, []);
  return { add, state, error, reset, count: ready.length };
}

function Check(props: CheckProps & { panel: ReactNode }) {
  const { classroom, list, panel } = props;
  const navigate = useNavigate();
  const { add, state, error, reset, count } = useAdding(props);
  return (
    <div className="flex min-h-[calc(100dvh-var(--banner)-var(--top-bar)-8.5rem)] flex-col">
      {state !== 'adding' && error && <ImportFailure error={error} />}
      <fieldset disabled={state === 'adding'} className="contents">
        {panel}
      </fieldset>
      {state === 'adding' ? (
        <Adding count={count} />
      ) : (
        <CheckList
          key={list.readings}
          rows={list.rows}
          dispatch={(action) => {
            reset();
            list.dispatch(action);
          }}
        />
      )}
      <ImportBar
        counts={countRows(list.rows)}
        state={state}
        onAdd={add}
        onCancel={() => void navigate(`/teacher/class/${classroom.id}`)}
      />
    </div>
  );
}

function ListPanel({ list }: { list: List }) {
  if (!list.preview) return null;
  return (
    <>
      {list.failure && <ReadFailure name={null} error={list.failure} onRetry={list.retry} />}
      <ReadingPanel
        preview={list.preview}
        options={list.options}
        name={listName(list)}
        onChange={list.readAgain}
        onAnotherList={list.forget}
      />
    </>
  );
}

function Choose({ list, initialText }: { list: List; initialText: string }) {
  if (list.reading) return <ReadingSkeleton />;
  const failure = list.failure && (
    <ReadFailure
      name={list.source && 'files' in list.source ? listName(list) : null}
      error={list.failure}
      onRetry={list.retry}
    />
  );
  const text = list.source && 'text' in list.source ? list.source.text : initialText;
  return <ChooseList failure={failure} initialText={text} onChoose={list.read} />;
}

/** Reads the list that was pasted into Manage Students. */
function usePastedList(read: List['read']): string {
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

function stepOf(list: List, outcome: ImportOutcome | null, adding: boolean): Step {
  if (outcome) return 'done';
  if (adding) return 'adding';
  return list.preview ? 'check' : 'choose';
}

type ImportRosterProps = {
  classroom: Classroom;
  /** Number of students in the class now. */
  studentCount: number | undefined;
  /** Button that prints the login cards of the students who were added. */
  renderPrintCards: (added: readonly Student[]) => ReactNode;
};

/** Imports a class list in three steps. Nothing is written before the teacher confirms the rows. */
export function ImportRoster({ classroom, studentCount, renderPrintCards }: ImportRosterProps) {
  const list = useList(classroom.id);
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const [adding, setAdding] = useState(false);
  const initialText = usePastedList(list.read);
  const step = stepOf(list, outcome, adding);
  const nothingNew = list.preview !== null && isNothingNew(list.rows);
  const left = list.rows.filter(({ preview }) => preview.status !== 'same');
  return (
    <Page
      title={t`Import students`}
      heading={<StepHeading step={step} />}
      subheading={stepText(step)}
      breadcrumb={
        <Breadcrumb
          crumbs={[
            { label: classroom.name, to: `/teacher/class/${classroom.id}` },
            { label: t`Import students` },
          ]}
        />
      }
    >
      {outcome ? (
        <ImportDone
          {...{ classroom, studentCount, outcome, left, renderPrintCards }}
          onBack={() => {
            setOutcome(null);
          }}
        />
      ) : (
        <Steps {...{ classroom, list, initialText, nothingNew }} onDone={setOutcome} onStep={setAdding} />
      )}
      <UnsavedChangesGuard
        open={false}
        dirty={(step === 'check' && !nothingNew) || step === 'adding'}
        texts={{
          title: t`Leave without adding anybody?`,
          description: t`The list and your answers are forgotten.`,
          stay: t`Stay`,
          leave: t`Leave`,
        }}
        onClose={() => undefined}
        onDiscard={list.forget}
      />
    </Page>
  );
}

type StepsProps = CheckProps & { initialText: string; nothingNew: boolean };

/** The first two steps. */
function Steps({ initialText, nothingNew, ...props }: StepsProps) {
  const { list, classroom } = props;
  if (!list.preview) return <Choose list={list} initialText={initialText} />;
  const panel = <ListPanel list={list} />;
  if (list.preview.section === null && list.preview.sections.length > 0) {
    return (
      <>
        {list.failure && <ReadFailure name={null} error={list.failure} onRetry={list.retry} />}
        <SectionChoice
          preview={list.preview}
          onChoose={(section) => {
            list.readAgain({ section });
          }}
          onAnotherList={list.forget}
        />
      </>
    );
  }
  if (nothingNew) {
    return (
      <>
        {panel}
        <NothingNew {...{ classroom, list }} />
      </>
    );
  }
  return <Check {...props} panel={panel} />;
}
