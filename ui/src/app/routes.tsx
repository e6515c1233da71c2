import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';

import { LoadingScreen } from '@/components/loading-screen';
import { LoginPage } from '@/pages/login/login';
import { NotFoundPage } from '@/pages/not-found';

import { ClassesPage, ClassPage, NoClassesPage, StudentGoalsPage, SubmissionsPage } from './teacher-pages';

// The login screen comes with the first load; each portal's code when somebody of that role arrives.
const TeacherLayout = lazy(async () => ({ default: (await import('./teacher-layout')).TeacherLayout }));
const StudentLayout = lazy(async () => ({ default: (await import('./student-layout')).StudentLayout }));
const MyGoalsPage = lazy(async () => ({ default: (await import('@/pages/student/goals')).MyGoalsPage }));

export function AppRoutes() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path="/teacher" element={<TeacherLayout />}>
          <Route index element={<Navigate to="/teacher/no-classes" replace />} />
          <Route path="no-classes" element={<NoClassesPage />} />
          <Route path="classes" element={<ClassesPage />} />
          <Route path="class/:classId" element={<ClassPage />} />
          <Route path="student/:studentId/goals" element={<StudentGoalsPage />} />
          <Route path="submissions" element={<SubmissionsPage />} />
        </Route>
        <Route path="/student" element={<StudentLayout />}>
          <Route index element={<MyGoalsPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
