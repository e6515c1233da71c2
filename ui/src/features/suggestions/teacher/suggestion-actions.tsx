import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, CircleCheck, CircleSlash, CircleX, Pencil, RotateCcw, X } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { SuggestionListItem } from '@/api/types';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { UnsavedChangesGuard } from '@/components/dialog/unsaved-changes-guard';
import type { GoalValues } from '@/shared/goal-fields/goal-schema';

import { EditSuggestionForm } from './edit-suggestion-form';
import { type Answer, useUndoAnswer } from './mutations';
import { type SuggestionAnswering, useAnswerSuggestion } from './use-answer-suggestion';

/** Outcome of a suggestion; `unknown` if processed in another window. */
type SuggestionOutcome = Answer | 'unknown';

function ignoreDoubleClick(act: () => void) {
  return (event: MouseEvent) => {
    if (event.detail < 2) act();
  };
}

type SuggestionButtonsProps = Pick<SuggestionActionsProps, 'onOpen' | 'hasJustMoved'> & {
  answering: SuggestionAnswering;
};

/** `data-opens` is used to restore the focus. */
function SuggestionButtons({ answering, onOpen, hasJustMoved }: SuggestionButtonsProps) {
  const press = (act: () => void) =>
    ignoreDoubleClick(() => {
      if (!hasJustMoved()) act();
    });
  const { approve, approving, deny, denying } = answering;
  return (
    <div className="mt-auto flex flex-wrap justify-end gap-2 pt-1 max-sm:[&>*]:grow">
      <Button
        variant="danger-outline"
        icon={<X aria-hidden />}
        pending={denying}
        pendingLabel={t`Denying`}
        disabled={approving}
        onClick={press(deny)}
      >
        <Trans>Deny</Trans>
      </Button>
      <Button
        icon={<Pencil aria-hidden />}
        data-opens
        disabled={approving || denying}
        onClick={press(() => {
          onOpen(true);
        })}
      >
        <Trans>Change first</Trans>
      </Button>
      <Button
        variant="primary"
        icon={<Check aria-hidden />}
        pending={approving}
        pendingLabel={t`Approving`}
        disabled={denying}
        onClick={press(() => {
          approve();
        })}
      >
        <Trans>Approve</Trans>
      </Button>
    </div>
  );
}

const toDraft = ({ suggestedName, suggestedGoalbucks }: SuggestionListItem): GoalValues => ({
  name: suggestedName,
  goalbucks: String(suggestedGoalbucks),
  dueDate: '',
});

const outcomes = {
  approved: { tone: 'approved', Icon: CircleCheck, text: msg`Approved` },
  denied: { tone: 'denied', Icon: CircleX, text: msg`Denied` },
  unknown: { tone: 'plain', Icon: CircleSlash, text: msg`No longer pending` },
} as const;

function UndoButton({ row, answer }: { row: SuggestionListItem; answer: Answer }) {
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
      <Trans>Undo</Trans>
    </Button>
  );
}

/** Outcome and Undo. Undo is placed apart from the buttons that it replaces. */
function AnsweredState({ row, outcome }: { row: SuggestionListItem; outcome: SuggestionOutcome }) {
  const { tone, Icon, text } = outcomes[outcome];
  return (
    <div className="flex min-h-10 items-center max-sm:mb-auto sm:mt-auto justify-between gap-2 pt-1">
      {outcome !== 'unknown' && <UndoButton row={row} answer={outcome} />}
      <span className="ms-auto">
        <Badge tone={tone} icon={<Icon aria-hidden />}>
          {i18n._(text)}
        </Badge>
      </span>
    </div>
  );
}

export type SuggestionActionsProps = {
  row: SuggestionListItem;
  /** Null while the suggestion is pending. */
  outcome: SuggestionOutcome | null;
  /** Whether the form is open that changes the suggestion before it is approved. */
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Whether the cards have just moved, so that a click may have missed its target. */
  hasJustMoved: () => boolean;
  /** Called when it is processed; null if elsewhere. */
  onLeft: (answer: Answer | null) => void;
};

/** Actions of a suggestion: buttons, open form, or the outcome. */
export function SuggestionActions({
  row,
  outcome,
  open,
  onOpen,
  hasJustMoved,
  onLeft,
}: SuggestionActionsProps) {
  // Kept while the form is closed, so that Escape loses nothing.
  const [draft, setDraft] = useState<GoalValues | null>(null);
  const answering = useAnswerSuggestion(row, (answer) => {
    if (answer) setDraft(null);
    onLeft(answer);
  });
  const ref = useRef<HTMLDivElement>(null);
  const cancel = () => {
    flushSync(() => {
      onOpen(false);
    });
    ref.current?.querySelector<HTMLElement>('[data-opens]')?.focus();
  };
  if (outcome !== null) return <AnsweredState row={row} outcome={outcome} />;
  return (
    <div ref={ref} className="contents">
      {open ? (
        <EditSuggestionForm
          draft={draft ?? toDraft(row)}
          onDraft={setDraft}
          answering={answering}
          onCancel={cancel}
        />
      ) : (
        <SuggestionButtons answering={answering} onOpen={onOpen} hasJustMoved={hasJustMoved} />
      )}
      <UnsavedChangesGuard
        open={open}
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
