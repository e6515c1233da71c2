import { type ComponentType, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import { CARD_PATH } from '@/auth/scanned-card';
import { LoadingScreen } from '@/components/loading-screen';
import { useStore } from '@/hooks/use-store';
import { activeLanguage, withMessages } from '@/lib/language';
import LoginPage from '@/pages/login/login';

import { loadHistory, loadMyGoals, loadStore, loadWork } from './student-pages';

type PageModules = Record<string, () => Promise<{ default: ComponentType }>>;

/** Pages under /teacher by path. */
const teacherPages: PageModules = {
  'no-classes': () => import('@/pages/teacher/no-classes'),
  classes: () => import('@/pages/teacher/classes'),
  'class/:classId': () => import('@/pages/teacher/class/class'),
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
};

/** Loads the code of all teacher pages, so that navigation needs no further request. A failed load is repeated by its page. */
function prefetchTeacherPages() {
  for (const load of Object.values(teacherPages)) load().catch(() => undefined);
}

/** Loads the code of My Goals and of the student's layout, which are one file, while the login dialog is open. */
function prefetchMyGoals() {
  withMessages('student', import('./student-layout')).catch(() => undefined);
}

const lazyPages = (pages: PageModules) =>
  Object.entries(pages).map(([path, load]) => ({ path, Page: lazyWhenReachable(load) }));

const lazyTeacherPages = lazyPages(teacherPages);
/** Under /student by path; '' is the start page. */
const lazyStudentPages = lazyPages({
  '': loadMyGoals,
  store: loadStore,
  history: loadHistory,
  work: loadWork,
});

/** Makes new elements at each call: React doesn't render an element again that is the same as before. */
const routesOf = (pages: ReturnType<typeof lazyPages>) =>
  pages.map(({ path, Page }) => <Route key={path} path={path} element={<Page />} />);

// The login page is part of the first load; the code of each portal is loaded for users of its role.
const SignInPage = lazyWhenReachable(() => withMessages('teacher-sign-in', import('@/pages/login/signin')));
const CardPage = lazyWhenReachable(() => withMessages('student-sign-in', import('@/pages/login/card')));
const NotFoundPage = lazyWhenReachable(() => import('@/pages/not-found'));
const TeacherLayout = lazyWhenReachable(() => withMessages('teacher', import('./teacher-layout')));
const StudentLayout = lazyWhenReachable(() => withMessages('student', import('./student-layout')));

export function AppRoutes() {
  // A change of the language renders every text again. What was typed and the focus stay.
  useStore(activeLanguage);
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        <Route path="/" element={<LoginPage onStudentLogin={prefetchMyGoals} />} />
        <Route path="/signin" element={<SignInPage />} />
        <Route path={CARD_PATH} element={<CardPage />} />
        <Route path="/teacher" element={<TeacherLayout onOpen={prefetchTeacherPages} />}>
          <Route index element={<Navigate to="/teacher/no-classes" replace />} />
          {routesOf(lazyTeacherPages)}
        </Route>
        <Route path="/student" element={<StudentLayout />}>
          {routesOf(lazyStudentPages)}
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
