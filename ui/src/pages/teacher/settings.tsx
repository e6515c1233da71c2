import { useQuery } from '@tanstack/react-query';
import { History, Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useState } from 'react';

import type { TeacherAccount } from '@/api/types';
import { useIsSchool } from '@/auth/auth-config';
import { useSession, useUser } from '@/auth/session-context';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { ChairsArt } from '@/components/illustrations/art';
import { Page } from '@/components/page';
import { Skeleton, SkeletonRows } from '@/components/skeleton';
import { teacherQuery } from '@/features/account/account-queries';
import { FirstPasswordForm } from '@/features/account/first-password-form';
import { PasswordForm } from '@/features/account/password-form';
import { RecoveryCodeSetting } from '@/features/account/recovery-code';
import { SignOutEverywhere } from '@/features/account/sign-out-everywhere';
import { TeacherNameForm } from '@/features/account/teacher-name-form';
import { AtSchool, Backups } from '@/features/backups/backups';
import { ClassSettings } from '@/features/classrooms/class-settings';
import { useCreateClassOutlet } from '@/features/classrooms/create-class-outlet';
import { useClassrooms } from '@/features/classrooms/queries';
import { ThisComputer } from '@/features/computer/this-computer';
import { Privacy } from '@/features/privacy/privacy';
import { useFocusInstead } from '@/hooks/use-focus-instead';
import { classNames } from '@/lib/class-names';
import { FormError, SecondaryButton, SubmitButton } from '@/shared/form/form-actions';
import { QueryView } from '@/shared/query-view';

type SectionProps = {
  title: string;
  about: ReactNode;
  /** Its content reaches the card's edges: a list. */
  flush?: boolean;
  /** Its heading takes the focus in place of what has gone. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
};

/** What it is about on the left, its controls on the right. */
function Section({ title, about, flush = false, headingRef, children }: SectionProps) {
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
        <p className="mt-1 text-small text-ink-2">{about}</p>
      </div>
      <Card className={classNames('min-w-0', !flush && 'p-5')}>{children}</Card>
    </section>
  );
}

function Classes() {
  const { openCreateClass } = useCreateClassOutlet();
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
  /** Where a sign-in at the identity provider proves as much as the present password. */
  onForgotten: (() => void) | undefined;
};

function ChangePassword({ onForgotten }: ChangePasswordProps) {
  return (
    <PasswordForm>
      <FormError />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pendingLabel="Changing password">Change Password</SubmitButton>
        {onForgotten && (
          <SecondaryButton variant="link" onClick={onForgotten}>
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

const CHANGING = 'Changing it signs you out on your other devices. Here you stay signed in.';
const WITHOUT_INTERNET = 'It lets you sign in here when there is no internet.';

const ASKED_ONCE = 'After that, the next sign-in with Google asks for the new one once.';
const APART = 'Your Google or school account keeps its own password.';

/** How the password is set, as far as the account is known. */
type Way = 'change' | 'first' | 'instead';

function wayOf(account: TeacherAccount | undefined, forgotten: boolean): Way | undefined {
  if (!account) return undefined;
  if (!account.hasPassword) return 'first';
  return forgotten && account.usesIdentityProvider ? 'instead' : 'change';
}

const abouts: Record<Way, string> = {
  change: `${WITHOUT_INTERNET} ${CHANGING} ${ASKED_ONCE}`,
  first: `${WITHOUT_INTERNET} ${APART}`,
  instead: `${WITHOUT_INTERNET} ${CHANGING}`,
};

function aboutPassword(usesIdentityProvider: boolean | undefined, way: Way | undefined, isSchool?: boolean) {
  if (!usesIdentityProvider || !way) return { title: 'Password', about: CHANGING };
  return {
    title: isSchool === true ? 'Password for GoalBucks' : 'Password for this computer',
    about: abouts[way],
  };
}

type PasswordWaysProps = {
  way: Way;
  usesIdentityProvider: boolean;
  onForgotten: (forgotten: boolean) => void;
};

function PasswordWays({ way, usesIdentityProvider, onForgotten }: PasswordWaysProps) {
  const forget = () => {
    onForgotten(true);
  };
  const remember = () => {
    onForgotten(false);
  };
  if (way === 'change') {
    return <ChangePassword onForgotten={usesIdentityProvider ? forget : undefined} />;
  }
  return <FirstPasswordForm {...(way === 'instead' && { onSet: remember, onCancel: remember })} />;
}

function PasswordSection() {
  const account = useQuery(teacherQuery(useUser().id));
  const [forgotten, setForgotten] = useState(false);
  const isSchool = useIsSchool();
  const way = wayOf(account.data, forgotten);
  const heading = useFocusInstead<HTMLHeadingElement>(way);
  return (
    <Section {...aboutPassword(account.data?.usesIdentityProvider, way, isSchool)} headingRef={heading}>
      <div className="max-w-110">
        <QueryView
          query={account}
          level={3}
          title="Your account didn't load"
          loading="Loading account..."
          skeleton={<LoadingPassword />}
        >
          {({ usesIdentityProvider }) =>
            way && <PasswordWays {...{ way, usesIdentityProvider }} onForgotten={setForgotten} />
          }
        </QueryView>
      </div>
    </Section>
  );
}

/** How the account is signed in to, and what was done with it. */
function AccountSections() {
  return (
    <>
      <PasswordSection />
      <Section
        title="Recovery code"
        about="A code on paper that signs you in if you forget your password. It works once: keep it where only you find it."
      >
        <RecoveryCodeSetting />
      </Section>
      <Section
        title="Sign out everywhere"
        about="For when you left a computer signed in, or somebody may know your password."
      >
        <SignOutEverywhere />
      </Section>
      <Section
        title="Activity"
        about="Who signed in or tried to, and what was reviewed, corrected and deleted: when, and from which device."
      >
        <ButtonLink to="/teacher/activity" icon={<History aria-hidden />}>
          See Activity
        </ButtonLink>
      </Section>
    </>
  );
}

/** What the class computer keeps and is; at a school's server most of that is its administrator's. */
function HostSections() {
  const { leaveForRestored } = useSession();
  const isSchool = useIsSchool();
  if (isSchool === undefined) return null;
  return (
    <>
      <Section
        title="Backups"
        about={
          isSchool
            ? 'Copies of everything, for when something goes wrong.'
            : 'GoalBucks backs everything up by itself once a day, and before a class is deleted.'
        }
        flush
      >
        {isSchool ? <AtSchool /> : <Backups onRestored={leaveForRestored} />}
      </Section>
      <Section
        title="Privacy"
        about="Everything of your classes as files, and how long photos are kept. A student is erased from the student’s menu."
      >
        <Privacy isSchool={isSchool} />
      </Section>
      <Section
        title={isSchool ? 'GoalBucks' : 'This computer'}
        about={
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
      <Section title="Your name" about="The name you go by in GoalBucks.">
        <div className="max-w-110">
          <TeacherNameForm />
        </div>
      </Section>
      <AccountSections />
      <Section
        title="Classes"
        about="Names, class codes, and the balances as a file for a spreadsheet."
        flush
      >
        <Classes />
      </Section>
      <HostSections />
    </Page>
  );
}
