import { Suspense } from 'react';
import { Route, Routes } from 'react-router';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import { CARD_PATH } from '@/auth/scanned-card';
import { LoadingScreen } from '@/components/loading-screen';
import { useStore } from '@/hooks/use-store';
import { activeLanguage, withMessages } from '@/lib/language';
import LoginPage from '@/pages/login/login';

import { lazyPages, NotFoundPage, routesOf } from './lazy-pages';
import { loadHistory, loadMyGoals, loadProgress, loadStore, loadWork } from './student-pages';

/** Loads the code of My Goals and of the student's layout, which are one file, while the login dialog is open. */
function prefetchMyGoals() {
  withMessages('student', import('./student-layout')).catch(() => undefined);
}

/** Under /student by path; '' is the start page. */
const lazyStudentPages = lazyPages({
  '': loadMyGoals,
  store: loadStore,
  history: loadHistory,
  work: loadWork,
  progress: loadProgress,
});

// The login page is part of the first load; the code of each portal is loaded for users of its role.
const SignInPage = lazyWhenReachable(() => withMessages('teacher-sign-in', import('@/pages/login/signin')));
const CardPage = lazyWhenReachable(() => withMessages('student-sign-in', import('@/pages/login/card')));
const TeacherRoutes = lazyWhenReachable(() => withMessages('teacher', import('./teacher-routes')));
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
        <Route path="/teacher/*" element={<TeacherRoutes />} />
        <Route path="/student" element={<StudentLayout />}>
          {routesOf(lazyStudentPages)}
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
