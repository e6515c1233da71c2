import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { TeacherAccount } from '@/api/types';
import { useIsSchool } from '@/auth/auth-config';
import { useUser } from '@/auth/session-context';
import { Section } from '@/components/section';
import { Skeleton } from '@/components/skeleton';
import { useFocusFallback } from '@/hooks/use-focus-fallback';
import { FormError, SecondaryButton, SubmitButton } from '@/shared/form/form-actions';
import { QueryView } from '@/shared/query-view';

import { FirstPasswordForm } from './first-password-form';
import { PasswordForm } from './password-form';
import { teacherQuery } from './queries';

type ChangePasswordProps = {
  /** Set if the identity provider can replace the current password. */
  onForgotPassword: (() => void) | undefined;
};

function ChangePassword({ onForgotPassword }: ChangePasswordProps) {
  return (
    <PasswordForm>
      <FormError />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pendingLabel={t`Changing password`}>
          <Trans>Change Password</Trans>
        </SubmitButton>
        {onForgotPassword && (
          <SecondaryButton variant="link" onClick={onForgotPassword}>
            <Trans comment="Button: the current password is forgotten">Forgot it?</Trans>
          </SecondaryButton>
        )}
      </div>
    </PasswordForm>
  );
}

function LoadingPassword() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-10" />
      <Skeleton className="h-10 w-40" />
    </div>
  );
}

/** How the password is set: change, first password, or reset by the identity provider. */
type PasswordMode = 'change' | 'first' | 'instead';

function getPasswordMode(
  account: TeacherAccount | undefined,
  isForgotten: boolean,
): PasswordMode | undefined {
  if (!account) return undefined;
  if (!account.hasPassword) return 'first';
  return isForgotten && account.usesIdentityProvider ? 'instead' : 'change';
}

/** Descriptions for accounts that an identity provider signs in, too. */
const passwordDescriptions: Record<PasswordMode, MessageDescriptor> = {
  change: msg({
    message:
      'It lets you sign in here when there is no internet. Changing it signs you out on your other devices. Here you stay signed in. After that, the next sign-in with Google asks for the new one once.',
    comment: 'It: the password',
  }),
  first: msg({
    message:
      'It lets you sign in here when there is no internet. Your Google or school account keeps its own password.',
    comment: 'It: the password',
  }),
  instead: msg({
    message:
      'It lets you sign in here when there is no internet. Changing it signs you out on your other devices. Here you stay signed in.',
    comment: 'It: the password',
  }),
};

function passwordSectionProps(
  usesIdentityProvider: boolean | undefined,
  mode: PasswordMode | undefined,
  isSchool?: boolean,
) {
  if (!usesIdentityProvider || !mode) {
    return {
      title: t`Password`,
      description: t({
        message: 'Changing it signs you out on your other devices. Here you stay signed in.',
        comment: 'It: the password',
      }),
    };
  }
  return {
    title: isSchool === true ? t`Password for GoalBucks` : t`Password for this computer`,
    description: i18n._(passwordDescriptions[mode]),
  };
}

type PasswordFormsProps = {
  mode: PasswordMode;
  usesIdentityProvider: boolean;
  onForgottenChange: (forgotten: boolean) => void;
};

function PasswordForms({ mode, usesIdentityProvider, onForgottenChange }: PasswordFormsProps) {
  const showReset = () => {
    onForgottenChange(true);
  };
  const hideReset = () => {
    onForgottenChange(false);
  };
  if (mode === 'change') {
    return <ChangePassword onForgotPassword={usesIdentityProvider ? showReset : undefined} />;
  }
  return <FirstPasswordForm {...(mode === 'instead' && { onSet: hideReset, onCancel: hideReset })} />;
}

/** Settings section to change or set the password. */
export function PasswordSection() {
  const account = useQuery(teacherQuery(useUser().id));
  const [isForgotten, setIsForgotten] = useState(false);
  const isSchool = useIsSchool();
  const mode = getPasswordMode(account.data, isForgotten);
  const heading = useFocusFallback<HTMLHeadingElement>(mode);
  return (
    <Section
      {...passwordSectionProps(account.data?.usesIdentityProvider, mode, isSchool)}
      headingRef={heading}
    >
      <div className="max-w-110">
        <QueryView
          query={account}
          level={3}
          title={t`Your account didn't load`}
          loading={t`Loading account...`}
          skeleton={<LoadingPassword />}
        >
          {({ usesIdentityProvider }) =>
            mode && (
              <PasswordForms
                mode={mode}
                usesIdentityProvider={usesIdentityProvider}
                onForgottenChange={setIsForgotten}
              />
            )
          }
        </QueryView>
      </div>
    </Section>
  );
}
