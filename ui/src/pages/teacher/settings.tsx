import { useQuery } from '@tanstack/react-query';
import { History, Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useState } from 'react';

import type { TeacherAccount } from '@/api/types';
import { useIsSchool } from '@/auth/auth-config';
import { useSession, useUser } from '@/auth/session-context';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { ChairsArt } from '@/components/illustrations/illustrations';
import { Page } from '@/components/page';
import { Skeleton, SkeletonRows } from '@/components/skeleton';
import { FirstPasswordForm } from '@/features/account/first-password-form';
import { PasswordForm } from '@/features/account/password-form';
import { teacherQuery } from '@/features/account/queries';
import { RecoveryCodeSetting } from '@/features/account/recovery-code';
import { SignOutEverywhere } from '@/features/account/sign-out-everywhere';
import { TeacherNameForm } from '@/features/account/teacher-name-form';
import { SchoolBackupNotice, Backups } from '@/features/backups/backups';
import { ClassSettings } from '@/features/classrooms/class-settings';
import { useClassrooms } from '@/features/classrooms/queries';
import { useTeacherOutletContext } from '@/features/classrooms/teacher-outlet-context';
import { ThisComputer } from '@/features/computer/this-computer';
import { Privacy } from '@/features/privacy/privacy';
import { useFocusFallback } from '@/hooks/use-focus-fallback';
import { classNames } from '@/lib/class-names';
import { FormError, SecondaryButton, SubmitButton } from '@/shared/form/form-actions';
import { QueryView } from '@/shared/query-view';

type SectionProps = {
  title: string;
  description: ReactNode;
  /** Removes the padding, for lists. */
  flush?: boolean;
  /** Ref that makes the heading a focus fallback. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
};

/** Settings section: description on the left, controls on the right. */
function Section({ title, description, flush = false, headingRef, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="mt-6 grid gap-3 lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-8 xl:grid-cols-[260px_minmax(0,1fr)]"
    >
      <div className="lg:pt-4">
        <h2 ref={headingRef} id={id} tabIndex={headingRef && -1} className="rounded-small">
          {title}
        </h2>
        <p className="mt-1 text-small text-ink-2">{description}</p>
      </div>
      <Card className={classNames('min-w-0', !flush && 'p-5')}>{children}</Card>
    </section>
  );
}

function Classes() {
  const { openCreateClass } = useTeacherOutletContext();
  const classes = useClassrooms();
  return (
    <QueryView
      query={classes}
      level={3}
      title="Your classes didn't load"
      loading="Loading classes..."
      skeleton={<SkeletonRows rows={4} />}
      empty={
        <EmptyState
          level={3}
          art={<ChairsArt />}
          title="No classes yet"
          action={
            <Button icon={<Plus aria-hidden />} onClick={openCreateClass}>
              Create Class
            </Button>
          }
        />
      }
    >
      {(classes) => (
        <ul>
          {classes.map((classroom) => (
            <ClassSettings key={classroom.id} classroom={classroom} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

type ChangePasswordProps = {
  /** Set if the identity provider can replace the current password. */
  onForgotPassword: (() => void) | undefined;
};

function ChangePassword({ onForgotPassword }: ChangePasswordProps) {
  return (
    <PasswordForm>
      <FormError />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pendingLabel="Changing password">Change Password</SubmitButton>
        {onForgotPassword && (
          <SecondaryButton variant="link" onClick={onForgotPassword}>
            Forgot it?
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

const CHANGE_EFFECT = 'Changing it signs you out on your other devices. Here you stay signed in.';
const OFFLINE_USE = 'It lets you sign in here when there is no internet.';

const GOOGLE_ASKS_ONCE = 'After that, the next sign-in with Google asks for the new one once.';
const SEPARATE_PASSWORD = 'Your Google or school account keeps its own password.';

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

const passwordDescriptions: Record<PasswordMode, string> = {
  change: `${OFFLINE_USE} ${CHANGE_EFFECT} ${GOOGLE_ASKS_ONCE}`,
  first: `${OFFLINE_USE} ${SEPARATE_PASSWORD}`,
  instead: `${OFFLINE_USE} ${CHANGE_EFFECT}`,
};

function passwordSectionProps(
  usesIdentityProvider: boolean | undefined,
  mode: PasswordMode | undefined,
  isSchool?: boolean,
) {
  if (!usesIdentityProvider || !mode) return { title: 'Password', description: CHANGE_EFFECT };
  return {
    title: isSchool === true ? 'Password for GoalBucks' : 'Password for this computer',
    description: passwordDescriptions[mode],
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

function PasswordSection() {
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
          title="Your account didn't load"
          loading="Loading account..."
          skeleton={<LoadingPassword />}
        >
          {({ usesIdentityProvider }) =>
            mode && <PasswordForms {...{ mode, usesIdentityProvider }} onForgottenChange={setIsForgotten} />
          }
        </QueryView>
      </div>
    </Section>
  );
}

/** Sign-in and activity sections. */
function AccountSections() {
  return (
    <>
      <PasswordSection />
      <Section
        title="Recovery code"
        description="A code on paper that signs you in if you forget your password. It works once: keep it where only you find it."
      >
        <RecoveryCodeSetting />
      </Section>
      <Section
        title="Sign out everywhere"
        description="For when you left a computer signed in, or somebody may know your password."
      >
        <SignOutEverywhere />
      </Section>
      <Section
        title="Activity"
        description="Who signed in or tried to, and what was reviewed, corrected and deleted: when, and from which device."
      >
        <ButtonLink to="/teacher/activity" icon={<History aria-hidden />}>
          See Activity
        </ButtonLink>
      </Section>
    </>
  );
}

/** Backups, privacy and server sections; reduced on a school server. */
function ServerSections() {
  const { signOutAfterRestore } = useSession();
  const isSchool = useIsSchool();
  if (isSchool === undefined) return null;
  return (
    <>
      <Section
        title="Backups"
        description={
          isSchool
            ? 'Copies of everything, for when something goes wrong.'
            : 'GoalBucks backs everything up by itself once a day, and before a class is deleted.'
        }
        flush
      >
        {isSchool ? <SchoolBackupNotice /> : <Backups onRestored={signOutAfterRestore} />}
      </Section>
      <Section
        title="Privacy"
        description="Everything of your classes as files, and how long photos are kept. A student is erased from the student’s menu."
      >
        <Privacy isSchool={isSchool} />
      </Section>
      <Section
        title={isSchool ? 'GoalBucks' : 'This computer'}
        description={
          isSchool ? 'The program on your school’s server.' : 'The class computer, on which GoalBucks runs.'
        }
      >
        <ThisComputer isSchool={isSchool} />
      </Section>
    </>
  );
}

export default function SettingsPage() {
  const { username } = useUser();
  return (
    <Page narrow title="Settings" subheading={<span className="wrap-anywhere">{username}</span>}>
      <Section title="Your name" description="The name you go by in GoalBucks.">
        <div className="max-w-110">
          <TeacherNameForm />
        </div>
      </Section>
      <AccountSections />
      <Section
        title="Classes"
        description="Names, class codes, and the balances as a file for a spreadsheet."
        flush
      >
        <Classes />
      </Section>
      <ServerSections />
    </Page>
  );
}
