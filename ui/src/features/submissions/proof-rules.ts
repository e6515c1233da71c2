import type { Submission } from '@/api/types';

export const MAX_TEXT_LENGTH = 5000;

const IMAGE_FORMATS = ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'];

/** What the file dialog offers. The server decides by the content. */
export const IMAGE_TYPES = [...IMAGE_FORMATS, '.heic', '.heif'].join();

/** State of a goal's proof; `returned` is denied with another attempt allowed. */
export type ProofState = 'none' | 'pending' | 'approved' | 'denied' | 'returned';

export function proofState(newest: Submission | undefined): ProofState {
  if (!newest) return 'none';
  return newest.status === 'denied' && newest.allowResubmission ? 'returned' : newest.status;
}

/** Whether the goal accepts a submission: one per goal, unless returned. */
export function canSubmit(newest: Submission | undefined): boolean {
  const state = proofState(newest);
  return state === 'none' || state === 'returned';
}

/** Latest submission by goal id. */
export function latestByGoal(submissions: Submission[]): ReadonlyMap<string, Submission> {
  // Ids are chronological.
  const oldestFirst = [...submissions].sort((one, other) => (one.id < other.id ? -1 : 1));
  return new Map(oldestFirst.map((submission) => [submission.goalId, submission]));
}

/** Length as the server counts it: trimmed, with CRLF line breaks. */
export function wireLength(text: string): number {
  return Array.from(text.trim().replaceAll(/\r\n|\r|\n/g, '\r\n')).length;
}

/** Whether a file can be an image; some systems report no type for HEIC. */
export function isImageFile({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return IMAGE_FORMATS.includes(type) || (type === '' && /\.(heic|heif)$/i.test(name));
}
