import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { useNavigate } from 'react-router';

import type { Classroom, RosterPreview } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { useFocusFallback } from '@/hooks/use-focus-fallback';

import { CheckList } from './check-list';
import { countRows, ImportBar } from './import-bar';
import { ImportFailure } from './import-failure';
import { LettersQuestion } from './letters-question';
import { listName } from './list-name';
import { ReadFailure } from './read-failure';
import { ReadingPanel } from './reading-panel';
import { isNothingNew } from './roster-rows';
import { SectionChoice } from './section-choice';
import { type AddStudentsOptions, useAddStudents } from './use-add-students';
import type { RosterList } from './use-roster-list';

type PreviewProps = { list: RosterList; preview: RosterPreview };

function ChooseSection({ list, preview }: PreviewProps) {
  return (
    <>
      {list.failure && <ReadFailure name={null} error={list.failure} onRetry={list.retry} />}
      <SectionChoice
        preview={preview}
        onChoose={(section) => {
          list.readAgain({ section });
        }}
        onAnotherList={list.forget}
      />
    </>
  );
}

/** How the list was read, with the settings to read it otherwise. */
function ListPanel({ list, preview }: PreviewProps) {
  return (
    <>
      {list.failure && <ReadFailure name={null} error={list.failure} onRetry={list.retry} />}
      <ReadingPanel
        preview={preview}
        options={list.options}
        isFile={list.source !== null && 'files' in list.source}
        name={listName(list)}
        onChange={list.readAgain}
        onAnotherList={list.forget}
      />
    </>
  );
}

function NothingNew({ classroom, list }: { classroom: Classroom; list: RosterList }) {
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

function AddingStatus({ count }: { count: number }) {
  return (
    <Card as="section" role="status" className="mb-4 p-5">
      <h2>{plural(count, { one: 'Adding # student', other: 'Adding # students' })}</h2>
      <p className="mt-1 text-ink-2">
        <Trans>All are added together, or none. Keep this page open: it takes a few seconds.</Trans>
      </p>
    </Card>
  );
}

/** The list, and the bar with the buttons. */
function Rows({ panel, ...props }: Omit<AddStudentsOptions, 'onLettersAsked'> & { panel: ReactNode }) {
  const { classroom, list } = props;
  const question = useRef<HTMLHeadingElement>(null);
  const rows = useFocusFallback<HTMLDivElement>(list.letters.askedEncoding);
  const navigate = useNavigate();
  const { add, state, error, reset, count } = useAddStudents({
    ...props,
    onLettersAsked: () => question.current?.focus(),
  });
  return (
    <div className="flex min-h-[calc(100dvh-var(--banner)-var(--top-bar)-8.5rem)] flex-col">
      {state !== 'adding' && error && <ImportFailure error={error} />}
      <fieldset disabled={state === 'adding'} className="contents">
        {panel}
        {list.letters.askedEncoding !== null && (
          <LettersQuestion list={list} encoding={list.letters.askedEncoding} heading={question} />
        )}
      </fieldset>
      {state === 'adding' ? (
        <AddingStatus count={count} />
      ) : (
        <div ref={rows} tabIndex={-1}>
          <CheckList
            key={list.readings}
            rows={list.rows}
            dispatch={(action) => {
              reset();
              list.dispatch(action);
            }}
          />
        </div>
      )}
      <ImportBar
        counts={countRows(list.rows)}
        lettersAsked={list.letters.askedEncoding !== null}
        state={state}
        onAdd={add}
        onCancel={() => void navigate(`/teacher/class/${classroom.id}`)}
      />
    </div>
  );
}

type CheckStepProps = Omit<AddStudentsOptions, 'onLettersAsked'> & { preview: RosterPreview };

/** Second step: the teacher checks the rows, then adds them. Nothing is written before. */
export function CheckStep({ preview, ...props }: CheckStepProps) {
  const { list, classroom } = props;
  if (preview.section === null && preview.sections.length > 0)
    return <ChooseSection list={list} preview={preview} />;
  const panel = <ListPanel list={list} preview={preview} />;
  if (!isNothingNew(list.rows)) return <Rows {...props} panel={panel} />;
  return (
    <>
      {panel}
      <NothingNew classroom={classroom} list={list} />
    </>
  );
}
