import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type ReactNode, Suspense } from 'react';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import type { EndedSession } from '@/auth/ended-session';
import { Dialog } from '@/components/dialog/dialog';
import { useForTeachers } from '@/hooks/use-for-teachers';
import { withMessages } from '@/lib/language';

import { LoadingForm } from './loading-form';
import { StudentLogin } from './student-login';

// For teachers only; students don't load them.
const TeacherDialogBody = lazyWhenReachable(async () => ({
  default: (await withMessages('teacher-sign-in', import('./teacher-dialog-body'))).TeacherDialogBody,
}));
const CreateAccountForm = lazyWhenReachable(async () => ({
  default: (await withMessages('teacher-sign-in', import('./create-account-form'))).CreateAccountForm,
}));

export type LoginView = 'closed' | 'teacher' | 'student' | 'create-account';

const titles = {
  teacher: msg`Teacher Login`,
  student: msg`Student Login`,
  'create-account': msg`Create Account`,
};

type LoginDialogsProps = {
  view: LoginView;
  onView: (view: LoginView) => void;
  /** Prefilled class code. */
  classCode?: string | undefined;
  /** The ended session; prefills the username or e-mail. */
  ended?: EndedSession | null;
  /** Shown below the student form. */
  otherClasses?: ReactNode;
};

export function LoginDialogs({ view, onView, classCode, ended = null, otherClasses }: LoginDialogsProps) {
  useForTeachers(view === 'teacher' || view === 'create-account');
  const to = (next: LoginView) => () => {
    onView(next);
  };
  const usernameOf = (role: EndedSession['role']) => (ended?.role === role ? ended?.username : undefined);
  return (
    <Dialog
      open={view !== 'closed'}
      onOpenChange={(open) => {
        if (!open) onView('closed');
      }}
      title={view === 'closed' ? '' : i18n._(titles[view])}
    >
      <Suspense fallback={<LoadingForm />}>
        {view === 'teacher' && (
          <TeacherDialogBody
            email={usernameOf('teacher')}
            locked={ended?.locked}
            onCreateAccount={to('create-account')}
            onStudentLogin={to('student')}
          />
        )}
        {view === 'create-account' && <CreateAccountForm onBack={to('teacher')} />}
      </Suspense>
      {view === 'student' && (
        <>
          <StudentLogin username={usernameOf('student')} classCode={classCode} />
          {otherClasses}
        </>
      )}
    </Dialog>
  );
}
