import { Trans } from '@lingui/react/macro';
import { IdCard } from 'lucide-react';
import { Suspense, useState } from 'react';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import { deviceClass } from '@/auth/device-class';
import { Button } from '@/components/button';
import { withMessages } from '@/lib/language';

import { LoadingForm } from './loading-form';
import { lastLoginWay } from './login-way';
import { StudentLoginForm } from './student-login-form';

// Most students have a camera: they don't load it.
const CardCodeForm = lazyWhenReachable(async () => ({
  default: (await withMessages('student-sign-in', import('./card-code-form'))).CardCodeForm,
}));

type StudentLoginProps = { username?: string | undefined; classCode?: string | undefined };

/** Sign-in of a student by password or card code, with the way and the class code that were used last on this device. */
export function StudentLogin({ username, classCode }: StudentLoginProps) {
  // The class code of a scanned address is one of the password form.
  const [way, setWay] = useState(() => (classCode ? 'password' : lastLoginWay()));
  if (way === 'card') {
    return (
      <Suspense fallback={<LoadingForm />}>
        <CardCodeForm
          onPassword={() => {
            setWay('password');
          }}
        />
      </Suspense>
    );
  }
  return (
    <StudentLoginForm
      username={username}
      classCode={(classCode === '' ? null : classCode) ?? deviceClass.code() ?? undefined}
      otherWays={
        <Button
          block
          icon={<IdCard aria-hidden />}
          onClick={() => {
            setWay('card');
          }}
        >
          <Trans>I Have a Login Card</Trans>
        </Button>
      }
    />
  );
}
