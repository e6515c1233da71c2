import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';

import { isCode } from '@/api/api-error';
import { api, unwrap, ignoreErrors } from '@/api/client';
import { submissionKeys } from '@/api/keys';
import { unlessUnconfirmed } from '@/api/mutation-policy';
import type { Submission } from '@/api/types';
import { upload } from '@/api/upload';
import { useUser } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';

import type { Verdict } from './review-rules';

export type ProofSubmission = {
  goalId: string;
  studentId: string;
  classroomId: string;
  submissionText?: string | undefined;
  image?: File | Blob | undefined;
};

type ProofUpload = {
  proof: ProofSubmission;
  /** The response to an earlier try was lost: the proof may have arrived. */
  sentBefore: boolean;
  /** Called with the uploaded fraction, 0 to 1. */
  onProgress: (part: number) => void;
  /** Cancels the upload; the mutation then fails with an AbortError. */
  signal: AbortSignal;
};

/** Pending submissions, newest first; also used for the sidebar count. */
export const pendingSubmissionsQuery = (teacherId: string) =>
  queryOptions({
    queryKey: submissionKeys.pending(teacherId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/submissions/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId }, query: { status: 'pending' } },
        }),
      ),
  });

/** The pending submissions of the signed-in teacher's students. */
export const usePendingSubmissions = () => useQuery(pendingSubmissionsQuery(useUser().id));

/** More than is shown: the API sorts by submission time, not by review time. */
const REVIEWED_LIMIT = 100;

/** The newest of the reviewed submissions. */
export const lastReviewedQuery = (teacherId: string, status: Verdict) =>
  queryOptions({
    queryKey: submissionKeys.lastReviewed(teacherId, status),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/submissions/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId }, query: { status, limit: REVIEWED_LIMIT } },
        }),
      ),
  });

const studentParams = (studentId: string, status: Submission['status'], limit?: number) => ({
  path: { student_id: studentId },
  query: { status, ...(limit !== undefined && { limit }) },
});

/** A student's pending and denied submissions. */
export const openSubmissionsQuery = (studentId: string) =>
  queryOptions({
    queryKey: submissionKeys.open(studentId),
    queryFn: async ({ signal }) => {
      const read = (status: 'pending' | 'denied') =>
        unwrap(
          api.GET('/api/submissions/student/{student_id}', {
            signal,
            params: studentParams(studentId, status),
          }),
        );
      return (await Promise.all([read('pending'), read('denied')])).flat();
    },
  });

/** A student's last 50 approved submissions. */
export const approvedSubmissionsQuery = (studentId: string) =>
  queryOptions({
    queryKey: submissionKeys.approved(studentId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/submissions/student/{student_id}', {
          signal,
          params: studentParams(studentId, 'approved', 50),
        }),
      ),
  });

export const SUBMIT_FAILED = 'Failed to submit goal. Please try again.';

export function useWithdrawSubmission() {
  return useMutation({
    meta: {
      invalidates: [submissionKeys.all],
      awaits: true,
      failed: 'Failed to withdraw submission. Please try again.',
      whenGone: true,
    },
    mutationFn: (submissionId: string) =>
      api.DELETE('/api/submissions/{submission_id}', { params: { path: { submission_id: submissionId } } }),
    onSuccess: () => {
      toast({ title: 'Submission withdrawn' });
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
      failed: unlessUnconfirmed(SUBMIT_FAILED),
      whenGone: true,
    },
    mutationFn: async ({ proof, sentBefore, ...transfer }: ProofUpload) => {
      const sending = upload('/api/submissions/upload', toFormData(proof), transfer);
      await ignoreErrors(sending, (error) => sentBefore && isCode(error, 'already_submitted'));
    },
  });
}
