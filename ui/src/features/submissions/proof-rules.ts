import type { Submission } from '@/api/types';

export const MAX_TEXT = 5000;

/** What the browser's file dialog offers; the server judges by content. */
export const IMAGE_TYPES = 'image/png,image/jpeg,image/webp,image/heic,image/heif,.heic,.heif';

/** Where a goal's proof stands: `returned` is denied with leave to try again. */
export type ProofState = 'none' | 'pending' | 'approved' | 'denied' | 'returned';

export function proofState(newest: Submission | undefined): ProofState {
  if (!newest) return 'none';
  return newest.status === 'denied' && newest.allowResubmission ? 'returned' : newest.status;
}

/** One submission a goal, unless the teacher returned it for another try. */
export function maySubmit(newest: Submission | undefined): boolean {
  const state = proofState(newest);
  return state === 'none' || state === 'returned';
}

/** The present try of each goal, by the goal's id. */
export function newestByGoal(submissions: Submission[]): ReadonlyMap<string, Submission> {
  // Ids grow with time.
  const oldestFirst = [...submissions].sort((one, other) => (one.id < other.id ? -1 : 1));
  return new Map(oldestFirst.map((submission) => [submission.goalId, submission]));
}

/** As long as the server sees it: a form's line breaks travel as two characters, blanks around it don't count. */
export function sentLength(text: string): number {
  return Array.from(text.trim().replaceAll(/\r\n|\r|\n/g, '\r\n')).length;
}

/** Whether a chosen, dropped or pasted file can be a picture; some systems know no type for HEIC. */
export function looksLikePicture({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return type.startsWith('image/') || (type === '' && /\.(heic|heif)$/i.test(name));
}
