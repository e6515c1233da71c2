import { Check, CircleCheck, CircleSlash, CircleX, Pencil, RotateCcw, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { SuggestionRow } from '@/api/types';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { UnsavedChangesGuard } from '@/components/dialog/unsaved-changes-guard';
import type { GoalValues } from '@/shared/goal-form/goal-schema';

import { ChangeForm } from './change-form';
import { type Answer, useUndoAnswer } from './queries';
import { type Answering, useAnswerSuggestion } from './use-answer-suggestion';

/** What has become of a suggestion that was pending until just now; `unknown` when that happened in another window. */
type Outcome = Answer | 'unknown';

/** What was opened on a card. */
export type Open = 'change' | 'deny' | null;

/** Ignores the second click of a double click: it was aimed at what stood there before. */
function once(act: () => void) {
  return (event: MouseEvent) => {
    if (event.detail < 2) act();
  };
}

type AnswerButtonsProps = Pick<AnswerPlaceProps, 'onOpen' | 'hasJustMoved'> & { answering: Answering };

/** `data-opens` is how the focus finds its way back. */
function AnswerButtons({ answering, onOpen, hasJustMoved }: AnswerButtonsProps) {
  const press = (act: () => void) =>
    once(() => {
      if (!hasJustMoved()) act();
    });
  const open = (what: Open) =>
    press(() => {
      onOpen(what);
    });
  const { approve, approving } = answering;
  return (
    <div className="mt-auto flex flex-wrap justify-end gap-2 pt-1 max-sm:[&>*]:grow">
      <Button
        variant="danger-outline"
        icon={<X aria-hidden />}
        data-opens="deny"
        disabled={approving}
        onClick={open('deny')}
      >
        Deny
      </Button>
      <Button icon={<Pencil aria-hidden />} data-opens="change" disabled={approving} onClick={open('change')}>
        Change first
      </Button>
      <Button
        variant="primary"
        icon={<Check aria-hidden />}
        pending={approving}
        pendingLabel="Approving"
        onClick={press(() => {
          approve();
        })}
      >
        Approve
      </Button>
    </div>
  );
}

type DenyQuestionProps = { row: SuggestionRow; answering: Answering; onCancel: () => void };

/** Asked, as the student sees the denial at once. */
function DenyQuestion({ row, answering, onCancel }: DenyQuestionProps) {
  const { deny, denying } = answering;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('[data-confirm]')?.focus();
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !denying) onCancel();
  };
  return (
    // The keys of its buttons, whichever has the focus.
    // eslint-disable-next-line jsx-a11y-x/no-static-element-interactions
    <div
      ref={place}
      onKeyDown={cancelOnEscape}
      className="mt-1 flex scroll-mt-20 scroll-mb-8 flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line pt-4"
    >
      <p className="min-w-0 wrap-anywhere text-ink-2">
        <bdi>{row.studentName}</bdi> sees that it was denied.
      </p>
      <div className="ms-auto flex gap-2">
        <Button variant="ghost" disabled={denying} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant="danger"
          icon={<X aria-hidden />}
          data-confirm
          pending={denying}
          pendingLabel="Denying"
          onClick={once(deny)}
        >
          Confirm Deny
        </Button>
      </div>
    </div>
  );
}

const draftOf = ({ suggestedName, suggestedGoalbucks }: SuggestionRow): GoalValues => ({
  name: suggestedName,
  goalbucks: String(suggestedGoalbucks),
  dueDate: '',
});

const outcomes = {
  approved: { tone: 'approved', Icon: CircleCheck, text: 'Approved' },
  denied: { tone: 'denied', Icon: CircleX, text: 'Denied' },
  unknown: { tone: 'plain', Icon: CircleSlash, text: 'No longer pending' },
} as const;

function UndoButton({ row, answer }: { row: SuggestionRow; answer: Answer }) {
  const { mutate, isPending } = useUndoAnswer(row, answer);
  return (
    <Button
      variant="ghost"
      icon={<RotateCcw aria-hidden />}
      pending={isPending}
      onClick={() => {
        mutate();
      }}
    >
      Undo
    </Button>
  );
}

/** What stands in the place of the buttons; Undo isn't where one of them was pressed. */
function Answered({ row, outcome }: { row: SuggestionRow; outcome: Outcome }) {
  const { tone, Icon, text } = outcomes[outcome];
  return (
    <div className="flex min-h-10 items-center max-sm:mb-auto sm:mt-auto justify-between gap-2 pt-1">
      {outcome !== 'unknown' && <UndoButton row={row} answer={outcome} />}
      <span className="ms-auto">
        <Badge tone={tone} icon={<Icon aria-hidden />}>
          {text}
        </Badge>
      </span>
    </div>
  );
}

export type AnswerPlaceProps = {
  row: SuggestionRow;
  /** Null while the suggestion is pending. */
  outcome: Outcome | null;
  open: Open;
  onOpen: (what: Open) => void;
  /** Whether a press was aimed at what stood there before the cards moved. */
  hasJustMoved: () => boolean;
  /** It is answered, here or (null) elsewhere. */
  onSettled: (answer: Answer | null) => void;
};

/** The three buttons; what one of them opened, the form or the question; or the answer that was given. */
export function AnswerPlace({ row, outcome, open, onOpen, hasJustMoved, onSettled }: AnswerPlaceProps) {
  const answering = useAnswerSuggestion(row, onSettled);
  const place = useRef<HTMLDivElement>(null);
  // Kept while the form is closed: a slip with Escape loses nothing.
  const [draft, setDraft] = useState<GoalValues | null>(null);
  const cancel = () => {
    flushSync(() => {
      onOpen(null);
    });
    place.current?.querySelector<HTMLElement>(`[data-opens=${open ?? ''}]`)?.focus();
  };
  if (outcome !== null) return <Answered row={row} outcome={outcome} />;
  return (
    <div ref={place} className="contents">
      {open === 'change' && (
        <ChangeForm
          draft={draft ?? draftOf(row)}
          onDraft={setDraft}
          answering={answering}
          onCancel={cancel}
        />
      )}
      {open === 'deny' && <DenyQuestion row={row} answering={answering} onCancel={cancel} />}
      {open === null && <AnswerButtons {...{ answering, onOpen, hasJustMoved }} />}
      <UnsavedChangesGuard
        open={open !== null}
        dirty={draft !== null}
        onClose={cancel}
        onDiscard={() => {
          setDraft(null);
          cancel();
        }}
      />
    </div>
  );
}
