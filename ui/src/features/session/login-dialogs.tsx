import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Loading, Skeleton } from '@/components/skeleton';

import { authConfigQuery } from './queries';
import { StudentLoginForm } from './student-login-form';
import { TeacherLoginForm } from './teacher-login-form';

// With its schema library it is for teachers only; students don't load it.
const CreateAccountForm = lazy(async () => ({
  default: (await import('./create-account-form')).CreateAccountForm,
}));

export type LoginView = 'closed' | 'teacher' | 'student' | 'create-account';

const titles = {
  teacher: 'Teacher Login',
  student: 'Student Login',
  'create-account': 'Create Account',
  closed: '',
};

function LoadingForm() {
  return (
    <Loading label="Loading..." className="mt-5">
      <div className="flex flex-col gap-4">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-13" />
      </div>
    </Loading>
  );
}

/** Teachers sign in where the teacher sits; here nobody should type in vain. */
function NotOnThisDevice({ onView }: { onView: (view: LoginView) => void }) {
  return (
    <div className="mt-3 flex flex-col gap-5">
      <p className="text-ink-2">
        Teachers sign in on the class computer itself. This keeps everyone&apos;s goals and GoalBucks safe. On
        this device you can sign in as a student.
      </p>
      <Button
        variant="primary"
        size="large"
        block
        onClick={() => {
          onView('student');
        }}
      >
        Student Login
      </Button>
    </div>
  );
}

function TeacherDialogBody({ onView }: { onView: (view: LoginView) => void }) {
  const config = useQuery(authConfigQuery);
  if (config.isPending) return <LoadingForm />;
  // Without an answer the form is offered: the server says itself whom it lets in.
  if (config.data?.teacherSignInAllowed === false) return <NotOnThisDevice onView={onView} />;
  const createAccount = () => {
    onView('create-account');
  };
  return (
    <TeacherLoginForm
      onCreateAccount={config.data?.registrationAllowed === false ? undefined : createAccount}
    />
  );
}

export function LoginDialogs({ view, onView }: { view: LoginView; onView: (view: LoginView) => void }) {
  return (
    <Dialog
      open={view !== 'closed'}
      onOpenChange={(open) => {
        if (!open) onView('closed');
      }}
      title={titles[view]}
    >
      {view === 'teacher' && <TeacherDialogBody onView={onView} />}
      {view === 'student' && <StudentLoginForm />}
      {view === 'create-account' && (
        <Suspense fallback={<LoadingForm />}>
          <CreateAccountForm
            onBack={() => {
              onView('teacher');
            }}
          />
        </Suspense>
      )}
    </Dialog>
  );
}
