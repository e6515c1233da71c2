import { useQuery } from '@tanstack/react-query';

import { Button } from '@/components/button';

import { LoadingForm } from './loading-form';
import { authConfigQuery } from './queries';
import { TeacherLoginForm } from './teacher-login-form';

/** Teachers sign in where the teacher sits; here nobody should type in vain. */
function NotOnThisDevice({ onStudentLogin }: { onStudentLogin: () => void }) {
  return (
    <div className="mt-3 flex flex-col gap-5">
      <p className="text-ink-2">
        Teachers sign in on the class computer itself. This keeps everyone&apos;s goals and GoalBucks safe. On
        this device you can sign in as a student.
      </p>
      <Button variant="primary" size="large" block onClick={onStudentLogin}>
        Student Login
      </Button>
    </div>
  );
}

type TeacherDialogBodyProps = { onCreateAccount: () => void; onStudentLogin: () => void };

/** Asks each time whether teachers may sign in here: they can be let in by a switch in Settings. */
export function TeacherDialogBody({ onCreateAccount, onStudentLogin }: TeacherDialogBodyProps) {
  const { data, isPending } = useQuery({ ...authConfigQuery, refetchOnMount: 'always' });
  if (isPending) return <LoadingForm />;
  // Without an answer the form is offered: the server says itself whom it lets in.
  if (data?.teacherSignInAllowed === false) return <NotOnThisDevice onStudentLogin={onStudentLogin} />;
  return (
    <TeacherLoginForm onCreateAccount={data?.registrationAllowed === false ? undefined : onCreateAccount} />
  );
}
