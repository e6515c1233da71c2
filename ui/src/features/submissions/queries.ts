import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';

import { concernsEveryCall } from '@/api/api-error';
import { api, data } from '@/api/client';
import { submissionKeys } from '@/api/keys';
import type { Submission } from '@/api/types';
import { upload } from '@/api/upload';
import { useIsSending } from '@/api/use-is-sending';
import { useRefresh } from '@/api/use-refresh';
import { useUser } from '@/auth/session-context';

export type Proof = {
  goalId: string;
  studentId: string;
  classroomId: string;
  submissionText?: string | undefined;
  image?: File | Blob | undefined;
  /** Called with the sent part, 0 to 1. */
  onProgress?: (part: number) => void;
  /** Calls the upload off; the mutation then fails with an AbortError. */
  signal?: AbortSignal;
};

export type Review = {
  id: string;
  status: 'approved' | 'denied';
  comment?: string;
  allowResubmission?: boolean;
};

/** What waits for the teacher, newest first. The sidebar counts it, the Submissions page shows it. */
export const pendingSubmissionsQuery = (teacherId: string) =>
  queryOptions({
    queryKey: submissionKeys.pending(teacherId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/submissions/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId }, query: { status: 'pending' } },
        }),
      ),
  });

/** The pending submissions of the signed-in teacher's students. */
export const usePendingSubmissions = () => useQuery(pendingSubmissionsQuery(useUser().id));

/** More than the list of what was reviewed lately shows: they come by age, and an old one may have been reviewed last. */
const LAST_REVIEWED = 100;

/** The newest of the reviewed submissions. */
export const lastReviewedQuery = (teacherId: string, status: Review['status']) =>
  queryOptions({
    queryKey: submissionKeys.lastReviewed(teacherId, status),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/submissions/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId }, query: { status, limit: LAST_REVIEWED } },
        }),
      ),
  });

const ofStudent = (studentId: string, status: Submission['status'], limit?: number) => ({
  path: { student_id: studentId },
  query: { status, ...(limit !== undefined && { limit }) },
});

/** A student's submissions that its goals still show: pending ones and denied ones. Years of approved ones stay away. */
export const openSubmissionsQuery = (studentId: string) =>
  queryOptions({
    queryKey: submissionKeys.open(studentId),
    queryFn: async ({ signal }) => {
      const read = (status: 'pending' | 'denied') =>
        data(
          api.GET('/api/submissions/student/{student_id}', { signal, params: ofStudent(studentId, status) }),
        );
      return (await Promise.all([read('pending'), read('denied')])).flat();
    },
  });

/** A student's last 50 approved submissions. */
export const approvedSubmissionsQuery = (studentId: string) =>
  queryOptions({
    queryKey: submissionKeys.approved(studentId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/submissions/student/{student_id}', {
          signal,
          params: ofStudent(studentId, 'approved', 50),
        }),
      ),
  });

const reviewing = ['review-submission'];

/** Asks whether the review of a submission is on its way. */
export const useIsBeingReviewed = () => useIsSending(reviewing);

/** Approves or denies; goal, balance and lists change with it, so everything is refreshed. */
export function useReviewSubmission() {
  return useMutation({
    mutationKey: reviewing,
    mutationFn: ({ id, ...body }: Review) =>
      data(
        api.PATCH('/api/submissions/{submission_id}/review', {
          body: { allowResubmission: false, ...body },
          params: { path: { submission_id: id } },
        }),
      ),
  });
}

/** As many as one call takes. */
export const MAX_REVIEWED = 500;

type ReviewOfSeveral = Omit<Review, 'id'> & { submissionIds: string[] };

/** One verdict for several: all or none. */
export function useReviewSubmissions() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: ReviewOfSeveral; idempotencyKey: string }) =>
      data(
        api.POST('/api/submissions/review', {
          body: { allowResubmission: false, ...body },
          headers: { 'Idempotency-Key': idempotencyKey },
        }),
      ),
  });
}

const undoReview = (submissionId: string) =>
  data(
    api.POST('/api/submissions/{submission_id}/undo-review', {
      params: { path: { submission_id: submissionId } },
    }),
  );

type Undone = { ids: string[]; failure: Error | null };

/** Makes reviewed submissions pending again, one after the other, and waits until the lists show it. */
export function useUndoReviews() {
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: async (submissionIds: string[]): Promise<Undone> => {
      const undone: Undone = { ids: [], failure: null };
      for (const id of submissionIds) {
        try {
          await undoReview(id);
          undone.ids.push(id);
        } catch (error) {
          undone.failure = error as Error;
          if (concernsEveryCall(error)) break;
        }
      }
      return undone;
    },
    // After a refusal too: then the page is behind.
    onSuccess: useRefresh(),
  });
}

/** Refreshes the submissions and waits until they are there. */
export const useRefreshSubmissions = () => useRefresh(submissionKeys.all);

export function useWithdrawSubmission() {
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: (submissionId: string) =>
      api.DELETE('/api/submissions/{submission_id}', { params: { path: { submission_id: submissionId } } }),
    onSuccess: useRefreshSubmissions(),
  });
}

export function useSubmitProof() {
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: async ({ image, onProgress, signal, submissionText, ...ids }: Proof): Promise<Submission> => {
      const form = new FormData();
      Object.entries(ids).forEach(([name, value]) => {
        form.append(name, value);
      });
      if (submissionText) form.append('submissionText', submissionText);
      if (image) form.append('image', image);
      // The server's answer to this call is a Submission, as docs/api.md and the schema say.
      return (await upload('/api/submissions/upload', form, { onProgress, signal })) as Submission;
    },
    onSuccess: useRefreshSubmissions(),
  });
}
