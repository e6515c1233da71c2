import { msg, t } from '@lingui/core/macro';

import { isCode } from '@/api/api-error';
import { api, ignoreErrors } from '@/api/client';
import { unlessUnconfirmed } from '@/api/mutation-policy';
import { upload } from '@/api/upload';
import { useMutation } from '@/api/use-mutation';
import { toast } from '@/components/toast/toast-store';

export type ProofSubmission = {
  goalId: string;
  studentId: string;
  classroomId: string;
  submissionText?: string | undefined;
  image?: File | Blob | undefined;
};

type ProofUpload = {
  proof: ProofSubmission;
  /** The response to an earlier attempt was lost, so the proof may have arrived. */
  sentBefore: boolean;
  /** Called with the uploaded fraction, 0 to 1. */
  onProgress: (part: number) => void;
  /** Aborts the upload; the mutation then fails with an AbortError. */
  signal: AbortSignal;
};

export const SUBMIT_FAILED = msg`Failed to submit goal. Please try again.`;

/** The focus is in a list that these change, so they wait for its refetch. */
const submissionMeta = { changes: ['submissions'], awaits: ['submissions'], whenGone: true } as const;

export function useWithdrawSubmission() {
  return useMutation({
    meta: {
      ...submissionMeta,
      failed: t`Failed to take it back. Please try again.`,
    },
    mutationFn: (submissionId: string) =>
      api.DELETE('/api/submissions/{submission_id}', { params: { path: { submission_id: submissionId } } }),
    onSuccess: () => {
      toast({ title: t`You took it back` });
    },
  });
}

function toFormData({ image, submissionText, ...ids }: ProofSubmission): FormData {
  const form = new FormData();
  Object.entries(ids).forEach(([name, value]) => {
    form.append(name, value);
  });
  if (submissionText) form.append('submissionText', submissionText);
  if (image) form.append('image', image);
  return form;
}

export function useSubmitProof() {
  return useMutation({
    meta: {
      ...submissionMeta,
      // A cancelled upload, or one whose response was lost, may have arrived.
      changesIfFailed: ['submissions'],
      failed: SUBMIT_FAILED,
      toasts: unlessUnconfirmed,
      whenGone: t`This goal is not in your list any more. It is done, or your teacher took it away.`,
    },
    mutationFn: async ({ proof, sentBefore, ...transfer }: ProofUpload) => {
      const sending = upload('/api/submissions/upload', toFormData(proof), transfer);
      await ignoreErrors(sending, (error) => sentBefore && isCode(error, 'already_submitted'));
    },
  });
}
