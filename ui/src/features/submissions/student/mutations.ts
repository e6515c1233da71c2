import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';

import { isCode } from '@/api/api-error';
import { api, ignoreErrors } from '@/api/client';
import { submissionKeys } from '@/api/keys';
import { unlessUnconfirmed } from '@/api/mutation-policy';
import { upload } from '@/api/upload';
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

export function useWithdrawSubmission() {
  return useMutation({
    meta: {
      invalidates: [submissionKeys.all],
      awaits: true,
      failed: t`Failed to take it back. Please try again.`,
      whenGone: true,
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
      invalidates: [submissionKeys.all],
      awaits: true,
      failed: unlessUnconfirmed(i18n._(SUBMIT_FAILED)),
      whenGone: true,
    },
    mutationFn: async ({ proof, sentBefore, ...transfer }: ProofUpload) => {
      const sending = upload('/api/submissions/upload', toFormData(proof), transfer);
      await ignoreErrors(sending, (error) => sentBefore && isCode(error, 'already_submitted'));
    },
  });
}
