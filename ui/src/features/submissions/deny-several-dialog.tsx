import { X } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';

import { Button } from '@/components/button';
import { Dialog, DialogActions, useDialogGuard } from '@/components/dialog/dialog';
import { TextAreaField } from '@/components/input';
import { formatCount } from '@/lib/format';
import { submitOnCtrlEnter } from '@/lib/submit-on-ctrl-enter';
import { FormFailure } from '@/shared/form-failure';

import { AnotherTry } from './another-try';
import { REVIEW_FAILED, type Written } from './review-queries';
import { commentProblem, sayCommentRequired } from './review-rules';

type DenySeveralProps = {
  count: number;
  sending: boolean;
  /** What the last attempt failed with. */
  failure: Error | null;
  onDeny: (written: Written) => void;
};

function useDenial({ sending, onDeny }: DenySeveralProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [comment, setComment] = useState('');
  const [again, setAgain] = useState(true);
  const [problem, setProblem] = useState<string>();
  useDialogGuard({ dirty: comment.trim() !== '', busy: sending });
  const deny = (event: SubmitEvent) => {
    event.preventDefault();
    if (sending) return;
    const found = commentProblem('denied', comment);
    setProblem(found);
    if (found === undefined) {
      onDeny({ verdict: 'denied', comment: comment.trim(), allowResubmission: again });
      return;
    }
    box.current?.focus();
    if (comment.trim() === '') sayCommentRequired();
  };
  const change = (next: string) => {
    setComment(next);
    if (problem !== undefined) setProblem(commentProblem('denied', next));
  };
  return { box, comment, change, again, setAgain, problem, deny };
}

function DenySeveralForm(props: DenySeveralProps) {
  const { box, comment, change, again, setAgain, problem, deny } = useDenial(props);
  return (
    <form noValidate onSubmit={deny} className="mt-5 flex flex-col gap-4">
      <TextAreaField
        ref={box}
        label="Comment"
        dir="auto"
        placeholder="What is missing, and what to do about it"
        error={problem}
        value={comment}
        onChange={(event) => {
          change(event.target.value);
        }}
        onKeyDown={submitOnCtrlEnter}
      />
      <AnotherTry several checked={again} onChange={setAgain} />
      <FormFailure error={props.failure} text={REVIEW_FAILED} />
      <DialogActions>
        <Button
          variant="danger"
          type="submit"
          icon={<X aria-hidden />}
          pending={props.sending}
          pendingLabel="Denying"
        >
          Deny {formatCount(props.count, 'submission')}
        </Button>
      </DialogActions>
    </form>
  );
}

type DenySeveralDialogProps = DenySeveralProps & { open: boolean; onClose: () => void };

/** One comment for all that are chosen. */
export function DenySeveralDialog({ open, onClose, ...form }: DenySeveralDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Deny ${formatCount(form.count, 'submission')}`}
      description="Every student who sent one of them reads the same comment."
    >
      <DenySeveralForm {...form} />
    </Dialog>
  );
}
