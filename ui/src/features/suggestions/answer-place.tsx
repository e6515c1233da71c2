import { Check, Pencil, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { SuggestionRow } from '@/api/types';
import { Button } from '@/components/button';
import { useLeaveWarning } from '@/components/use-leave-warning';

import { ChangeForm, type Draft } from './change-form';
import { type Answering, useAnswerSuggestion } from './use-answer-suggestion';

/** What was opened on a card. */
export type Open = 'change' | 'deny' | null;

/** The second click of a double click would meet the next card, which has moved up by then. */
function once(act: () => void) {
  return (event: MouseEvent) => {
    if (event.detail < 2) act();
  };
}

type AnswerButtonsProps = { answering: Answering; onOpen: (what: Open) => void };

/** `data-opens` is how the focus finds its way back. */
function AnswerButtons({ answering, onOpen }: AnswerButtonsProps) {
  const open = (what: Open) => () => {
    onOpen(what);
  };
  const { approve, approving } = answering;
  return (
    <div className="mt-auto flex flex-wrap justify-end gap-2 pt-1 max-sm:[&>*]:grow">
      <Button
        variant="danger-outline"
        icon={<X aria-hidden />}
        data-opens="deny"
        disabled={approving}
        onClick={once(open('deny'))}
      >
        Deny
      </Button>
      <Button
        icon={<Pencil aria-hidden />}
        data-opens="change"
        disabled={approving}
        onClick={once(open('change'))}
      >
        Change first
      </Button>
      <Button
        variant="primary"
        icon={<Check aria-hidden />}
        pending={approving}
        pendingLabel="Approving"
        onClick={once(() => {
          approve();
        })}
      >
        Approve
      </Button>
    </div>
  );
}

type DenyQuestionProps = { row: SuggestionRow; answering: Answering; onCancel: () => void };

/** Asked, as nothing brings a denied suggestion back. */
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
        <bdi>{row.studentName}</bdi> sees that it was denied. This can&apos;t be undone.
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

const draftOf = ({ suggestedName, suggestedGoalbucks }: SuggestionRow): Draft => ({
  name: suggestedName,
  goalbucks: String(suggestedGoalbucks),
  dueDate: '',
});

export type AnswerPlaceProps = {
  row: SuggestionRow;
  open: Open;
  onOpen: (what: Open) => void;
  /** It is answered, or gone. */
  onSettled: () => void;
};

/** The three buttons; or what one of them opened, the form or the question. */
export function AnswerPlace({ row, open, onOpen, onSettled }: AnswerPlaceProps) {
  const answering = useAnswerSuggestion(row, onSettled);
  const place = useRef<HTMLDivElement>(null);
  // Kept while the form is closed: a slip with Escape loses nothing.
  const [draft, setDraft] = useState<Draft | null>(null);
  useLeaveWarning(draft !== null);
  const cancel = () => {
    flushSync(() => {
      onOpen(null);
    });
    place.current?.querySelector<HTMLElement>(`[data-opens=${open ?? ''}]`)?.focus();
  };
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
      {open === null && <AnswerButtons answering={answering} onOpen={onOpen} />}
    </div>
  );
}
