import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { submissionKeys } from '@/api/keys';
import type { Submission } from '@/api/types';
import { upload } from '@/api/upload';

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

/**
 * The latest denials, newest first: among them the earlier tries of what is pending. 500 is the most that the server
 * gives at once; a try that is older than that many denials is not shown.
 */
export const deniedSubmissionsQuery = (teacherId: string) =>
  queryOptions({
    queryKey: submissionKeys.denied(teacherId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/submissions/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId }, query: { status: 'denied', limit: 500 } },
        }),
      ),
  });

/** More than the list of what was reviewed lately shows: they come by age, and an old one may have been reviewed last. */
const LAST_APPROVED = 100;

/** The newest approved submissions. */
export const lastApprovedQuery = (teacherId: string) =>
  queryOptions({
    queryKey: submissionKeys.lastApproved(teacherId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/submissions/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId }, query: { status: 'approved', limit: LAST_APPROVED } },
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
export function useIsBeingReviewed() {
  const queryClient = useQueryClient();
  return (submissionId: string) =>
    queryClient.isMutating({
      mutationKey: reviewing,
      predicate: ({ state }) => (state.variables as Review).id === submissionId,
    }) > 0;
}

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

export type ReviewOfSeveral = Omit<Review, 'id'> & { submissionIds: string[] };

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

export type Undone = { ids: string[]; failure: Error | null };

/** Makes reviewed submissions pending again, one after the other, and waits until the lists show it. */
export function useUndoReviews() {
  const queryClient = useQueryClient();
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
        }
      }
      return undone;
    },
    // After a refusal too: then the page is behind.
    onSuccess: () => shownSoon(queryClient.invalidateQueries()),
  });
}

/** How long an action that succeeded waits for the lists to show it. */
const SHOWN_WITHIN_MS = 1500;

/** Waits for a refresh: the focus must not return to a button that is about to go. Not for ever: what was done is done. */
function shownSoon(refresh: Promise<void>) {
  return Promise.race([refresh, new Promise((resolve) => setTimeout(resolve, SHOWN_WITHIN_MS))]);
}

/** Refreshes the submissions and waits until they are there. */
export function useRefreshSubmissions() {
  const queryClient = useQueryClient();
  return () => shownSoon(queryClient.invalidateQueries({ queryKey: submissionKeys.all }));
}

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
      // The server's answer to this call is a Submission: api.md and the schema say so.
      return (await upload('/api/submissions/upload', form, { onProgress, signal })) as Submission;
    },
    onSuccess: useRefreshSubmissions(),
  });
}
