import { lazy } from 'react';

const load = {
  noClasses: async () => ({ default: (await import('@/pages/teacher/no-classes')).NoClassesPage }),
  classes: async () => ({ default: (await import('@/pages/teacher/classes')).ClassesPage }),
  classDashboard: async () => ({ default: (await import('@/pages/teacher/class')).ClassPage }),
  studentGoals: async () => ({ default: (await import('@/pages/teacher/student-goals')).StudentGoalsPage }),
  submissions: async () => ({ default: (await import('@/pages/teacher/submissions')).SubmissionsPage }),
};

export const NoClassesPage = lazy(load.noClasses);
export const ClassesPage = lazy(load.classes);
export const ClassPage = lazy(load.classDashboard);
export const StudentGoalsPage = lazy(load.studentGoals);
export const SubmissionsPage = lazy(load.submissions);

/** Fetches the code of every page, so that moving between them needs no class computer. */
export function prefetchTeacherPages() {
  for (const page of Object.values(load)) {
    // One that doesn't come is asked for again when it is opened.
    page().catch(() => undefined);
  }
}
