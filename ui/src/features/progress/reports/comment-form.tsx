import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';

import type { StudentReport } from '@/api/types';
import { Button } from '@/components/button';
import { TextAreaField } from '@/components/input';
import { formatNumber } from '@/lib/format';

import { useSaveComment } from './use-save-comment';

const MAX_LENGTH = 600;

/** What was typed and not saved, and the time of the stored comment that it began with. */
export type Draft = { text: string; basedOn: string | null };

type CommentFormProps = {
  report: StudentReport;
  /** The finished term that the report is about; null for the running one. */
  termId: string | null;
  /** Undefined unless something was typed. */
  draft: Draft | undefined;
  onDraft: (draft: Draft | undefined) => void;
};

/** The comment that somebody else saved meanwhile. */
function OtherText({
  text,
  onUseTheirs,
  onKeepMine,
}: {
  text: string;
  onUseTheirs: () => void;
  onKeepMine: () => void;
}) {
  return (
    <div role="alert" className="mt-3 rounded-control bg-gold-soft p-4 text-gold-ink">
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        <Trans>Another text was saved meanwhile: “{text}”</Trans>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={onUseTheirs}>
          <Trans>Use Theirs</Trans>
        </Button>
        <Button onClick={onKeepMine}>
          <Trans>Keep Mine</Trans>
        </Button>
      </div>
    </div>
  );
}

type StatusProps = { isDirty: boolean; isEmpty: boolean };

function Status({ isDirty, isEmpty }: StatusProps) {
  return (
    <span role="status" className="flex items-center gap-1.5 text-small text-ink-2 [&>svg]:size-4">
      {isDirty && <Trans>Not saved yet</Trans>}
      {!isDirty && !isEmpty && (
        <>
          <Check aria-hidden />
          <Trans comment="The comment for the family">Saved</Trans>
        </>
      )}
    </span>
  );
}

function SaveButton(props: { pending: boolean; idle: boolean }) {
  return (
    <Button type="submit" variant="primary" {...props}>
      <Trans>Save Comment</Trans>
    </Button>
  );
}

/** Whether what was typed differs from what is stored. */
export const isUnsaved = (draft: Draft | undefined, { comment }: StudentReport) =>
  draft !== undefined && draft.text.trim() !== comment.text;

function hintOf(firstName: string, text: string): string {
  const used = formatNumber(text.length);
  const limit = formatNumber(MAX_LENGTH);
  return t`On the printed report and in exports. ${firstName} doesn't see it in the app. ${used} of ${limit} characters.`;
}

/** The comment for one student's family, saved by a button. */
export function CommentForm({ report, termId, draft, onDraft }: CommentFormProps) {
  const { comment, studentId, firstName } = report;
  const save = useSaveComment();
  const text = draft?.text ?? comment.text;
  const basedOn = draft === undefined ? comment.updatedAt : draft.basedOn;
  const isDirty = isUnsaved(draft, report);
  const isOutdated = isDirty && basedOn !== comment.updatedAt;
  const send = (seen: string | null) => {
    const onSuccess = () => {
      onDraft(undefined);
    };
    save.mutate({ studentId, text, basedOn: seen, termId }, { onSuccess });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(basedOn);
      }}
    >
      <TextAreaField
        label={t`Comment for the Family`}
        optional
        rows={8}
        maxLength={MAX_LENGTH}
        value={text}
        dir="auto"
        hint={hintOf(firstName, text)}
        onChange={({ currentTarget }) => {
          onDraft({ text: currentTarget.value, basedOn });
        }}
      />
      {isOutdated && (
        <OtherText
          text={comment.text}
          onUseTheirs={() => {
            onDraft(undefined);
          }}
          onKeepMine={() => {
            send(comment.updatedAt);
          }}
        />
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <Status isDirty={isDirty} isEmpty={comment.text === ''} />
        <SaveButton pending={save.isPending} idle={!isDirty || isOutdated} />
      </div>
    </form>
  );
}
