import { withMessages } from '@/lib/language';

export const loadMyGoals = () => import('@/pages/student/goals/goals');
export const loadStore = () => withMessages('student-store', import('@/pages/student/store'));
export const loadHistory = () => withMessages('student-store', import('@/pages/student/history'));
export const loadWork = () => withMessages('student-work', import('@/pages/student/work'));
export const loadProgress = () => withMessages('student-work', import('@/pages/student/progress'));

/** Loads the code of the store and the history, which are one file. A failed load is repeated by the page. */
export function prefetchStore() {
  loadStore().catch(() => undefined);
}
