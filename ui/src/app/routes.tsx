import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';

import { LoadingScreen } from '@/components/loading-screen';
import { LoginPage } from '@/pages/login/login';
import { NotFoundPage } from '@/pages/not-found';

import {
  ActivityPage,
  ClassesPage,
  ClassPage,
  ConnectPage,
  GoalsPage,
  ItNotePage,
  NoClassesPage,
  SettingsPage,
  StorePage,
  StudentGoalsPage,
  StudentsPage,
  SubmissionsPage,
} from './teacher-pages';

// The login screen comes with the first load; each portal's code when somebody of that role arrives.
const SignInPage = lazy(async () => ({ default: (await import('@/pages/login/signin')).SignInPage }));
const TeacherLayout = lazy(async () => ({ default: (await import('./teacher-layout')).TeacherLayout }));
const StudentLayout = lazy(async () => ({ default: (await import('./student-layout')).StudentLayout }));
const MyGoalsPage = lazy(async () => ({ default: (await import('@/pages/student/goals')).MyGoalsPage }));
const StudentStorePage = lazy(async () => ({
  default: (await import('@/pages/student/store')).StudentStorePage,
}));
const HistoryPage = lazy(async () => ({ default: (await import('@/pages/student/history')).HistoryPage }));

export function AppRoutes() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path="/signin" element={<SignInPage />} />
        <Route path="/teacher" element={<TeacherLayout />}>
          <Route index element={<Navigate to="/teacher/no-classes" replace />} />
          <Route path="no-classes" element={<NoClassesPage />} />
          <Route path="classes" element={<ClassesPage />} />
          <Route path="class/:classId" element={<ClassPage />} />
          <Route path="students" element={<StudentsPage />} />
          <Route path="goals" element={<GoalsPage />} />
          <Route path="student/:studentId/goals" element={<StudentGoalsPage />} />
          <Route path="submissions" element={<SubmissionsPage />} />
          <Route path="store" element={<StorePage />} />
          <Route path="connect" element={<ConnectPage />} />
          <Route path="connect/it-note" element={<ItNotePage />} />
          <Route path="settings" element={<SettingsPage />} />
          <Route path="activity" element={<ActivityPage />} />
        </Route>
        <Route path="/student" element={<StudentLayout />}>
          <Route index element={<MyGoalsPage />} />
          <Route path="store" element={<StudentStorePage />} />
          <Route path="history" element={<HistoryPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
