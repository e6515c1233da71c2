import { lazy } from 'react';

const load = {
  noClasses: async () => ({ default: (await import('@/pages/teacher/no-classes')).NoClassesPage }),
  classes: async () => ({ default: (await import('@/pages/teacher/classes')).ClassesPage }),
  classDashboard: async () => ({ default: (await import('@/pages/teacher/class')).ClassPage }),
  students: async () => ({ default: (await import('@/pages/teacher/students')).StudentsPage }),
  goals: async () => ({ default: (await import('@/pages/teacher/goals')).GoalsPage }),
  studentGoals: async () => ({ default: (await import('@/pages/teacher/student-goals')).StudentGoalsPage }),
  submissions: async () => ({ default: (await import('@/pages/teacher/submissions')).SubmissionsPage }),
  store: async () => ({ default: (await import('@/pages/teacher/store')).StorePage }),
  connect: async () => ({ default: (await import('@/pages/teacher/connect')).ConnectPage }),
  itNote: async () => ({ default: (await import('@/pages/teacher/connect-it-note')).ItNotePage }),
  activity: async () => ({ default: (await import('@/pages/teacher/activity')).ActivityPage }),
  settings: async () => ({ default: (await import('@/pages/teacher/settings')).SettingsPage }),
};

export const NoClassesPage = lazy(load.noClasses);
export const ClassesPage = lazy(load.classes);
export const ClassPage = lazy(load.classDashboard);
export const StudentsPage = lazy(load.students);
export const GoalsPage = lazy(load.goals);
export const StudentGoalsPage = lazy(load.studentGoals);
export const SubmissionsPage = lazy(load.submissions);
export const StorePage = lazy(load.store);
export const ConnectPage = lazy(load.connect);
export const ItNotePage = lazy(load.itNote);
export const ActivityPage = lazy(load.activity);
export const SettingsPage = lazy(load.settings);

/** Fetches the code of every page, so that moving between them needs no class computer. */
export function prefetchTeacherPages() {
  for (const page of Object.values(load)) {
    // One that doesn't come is asked for again when it is opened.
    page().catch(() => undefined);
  }
}
