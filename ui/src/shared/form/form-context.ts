import { createContext, use } from 'react';

import type { UnconfirmedSend } from '@/shared/unconfirmed-send-alert';

/** State shared by the fields, the error message and the submit button of a form. */
export type Submission = {
  /** The error of the last attempt. */
  error: Error | null;
  isPending: boolean;
  unconfirmed: UnconfirmedSend | undefined;
};

export const SubmissionContext = createContext<Submission | null>(null);

export function useSubmission(): Submission {
  const submission = use(SubmissionContext);
  if (!submission) throw new Error('useSubmission needs a <Form> above it.');
  return submission;
}
