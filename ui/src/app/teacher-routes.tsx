import { Navigate, Route, Routes } from 'react-router';

import { membershipOf } from '@/auth/membership';
import { useSession } from '@/auth/session-context';

import { lazyPages, NotFoundPage, type PageModules, routesOf } from './lazy-pages';
import TeacherLayout from './teacher-layout';

/** Pages under /teacher by path. */
const teacherPages: PageModules = {
  'no-classes': () => import('@/pages/teacher/no-classes'),
  classes: () => import('@/pages/teacher/classes'),
  'class/:classId/:tab?': () => import('@/pages/teacher/class/class'),
  'class/:classId/class-goal/board': () => import('@/pages/teacher/class-goal-board'),
  'class/:classId/reports': () => import('@/pages/teacher/reports/reports'),
  'class/:classId/end-of-term': () => import('@/pages/teacher/end-of-term/end-of-term'),
  'class/:classId/import': () => import('@/pages/teacher/import/import'),
  students: () => import('@/pages/teacher/students'),
  goals: () => import('@/pages/teacher/goals/goals'),
  'student/:studentId/:tab': () => import('@/pages/teacher/student/student-goals'),
  submissions: () => import('@/pages/teacher/submissions/submissions'),
  store: () => import('@/pages/teacher/store/store'),
  connect: () => import('@/pages/teacher/connect/connect'),
  'connect/it-note': () => import('@/pages/teacher/connect/connect-it-note'),
  settings: () => import('@/pages/teacher/settings'),
  activity: () => import('@/pages/teacher/activity'),
  'help/:slug?': () => import('@/pages/teacher/help/help'),
};

/** Loads the code of all teacher pages, so that navigation needs no further request. A failed load is repeated by its page. */
function prefetchTeacherPages() {
  for (const load of Object.values(teacherPages)) load().catch(() => undefined);
}

const lazyTeacherPages = lazyPages(teacherPages);

/** The paths of the pages that substitutes have, too. */
const PAGES_OF_SUBSTITUTES = new Set([
  'class/:classId/:tab?',
  'student/:studentId/:tab',
  'submissions',
  'store',
  'connect',
  'connect/it-note',
  'help/:slug?',
]);
const lazySubstitutePages = lazyTeacherPages.filter(({ path }) => PAGES_OF_SUBSTITUTES.has(path));

/** The routes under /teacher. Their table is loaded for teachers only. */
export default function TeacherRoutes() {
  const membership = membershipOf(useSession().user);
  const home = membership === null ? '/teacher/no-classes' : `/teacher/class/${membership.classroomId}`;
  return (
    <Routes>
      <Route element={<TeacherLayout onOpen={prefetchTeacherPages} />}>
        <Route index element={<Navigate to={home} replace />} />
        {routesOf(membership === null ? lazyTeacherPages : lazySubstitutePages)}
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
