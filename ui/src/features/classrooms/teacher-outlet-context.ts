import { useOutletContext } from 'react-router';

/** Outlet context of the teacher layout: opens the Create Class dialog. */
export type TeacherOutletContext = { openCreateClass: () => void };

export function useTeacherOutletContext(): TeacherOutletContext {
  return useOutletContext<TeacherOutletContext>();
}
