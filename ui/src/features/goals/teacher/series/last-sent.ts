import type { FormMutation } from '@/shared/form/form';

type Sent = FormMutation & { submittedAt: number };

/** Of two mutations of a form the one that was sent last, which the form reports. */
export const lastSent = (first: Sent, second: Sent): FormMutation =>
  second.submittedAt > first.submittedAt ? second : first;
