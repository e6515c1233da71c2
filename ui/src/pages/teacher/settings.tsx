import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { History, Plus } from 'lucide-react';

import { useIsSchool } from '@/auth/auth-config';
import { useSession, useUser } from '@/auth/session-context';
import { Button, ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { ChairsArt } from '@/components/illustrations/illustrations';
import { Page } from '@/components/page';
import { Section } from '@/components/section';
import { SkeletonRows } from '@/components/skeleton';
import { OpenSessions } from '@/features/account/open-sessions';
import { PasswordSection } from '@/features/account/password-section';
import { RecoveryCodeSetting } from '@/features/account/recovery-code';
import { SignOutEverywhere } from '@/features/account/sign-out-everywhere';
import { TeacherNameForm } from '@/features/account/teacher-name-form';
import { SchoolBackupNotice, Backups } from '@/features/backups/backups';
import { ClassSettings } from '@/features/classrooms/class-settings';
import { useTeacherOutletContext } from '@/features/classrooms/teacher-outlet-context';
import { useClassrooms } from '@/features/classrooms/use-classrooms';
import { ThisComputer } from '@/features/computer/this-computer';
import { Privacy } from '@/features/privacy/privacy';
import { LanguageSettings } from '@/shared/language/language-settings';
import { QueryView } from '@/shared/query-view';

function Classes() {
  const { openCreateClass } = useTeacherOutletContext();
  const classes = useClassrooms();
  return (
    <QueryView
      query={classes}
      level={3}
      title={t`Your classes didn't load`}
      loading={t`Loading classes...`}
      skeleton={<SkeletonRows rows={4} />}
      empty={
        <EmptyState
          level={3}
          art={<ChairsArt />}
          title={t`No classes yet`}
          action={
            <Button icon={<Plus aria-hidden />} onClick={openCreateClass}>
              <Trans>Create Class</Trans>
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

/** Sign-in and activity sections. */
function AccountSections() {
  const { isSample } = useUser();
  return (
    <>
      {!isSample && (
        <>
          <PasswordSection />
          <Section
            title={t`Recovery code`}
            description={t`A code on paper that signs you in if you forget your password. It works once: keep it where only you find it.`}
          >
            <RecoveryCodeSetting />
          </Section>
        </>
      )}
      <OpenSessions />
      <Section
        title={t`Sign out everywhere`}
        description={t`For when you left a computer signed in, or somebody may know your password.`}
      >
        <SignOutEverywhere />
      </Section>
      <Section
        title={t`Activity`}
        description={t`Who signed in or tried to, and what was reviewed, corrected and deleted: when, and from which device.`}
      >
        <ButtonLink to="/teacher/activity" icon={<History aria-hidden />}>
          <Trans>See Activity</Trans>
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
        title={t`Backups`}
        description={
          isSchool
            ? t`Copies of everything, for when something goes wrong.`
            : t`GoalBucks backs everything up by itself once a day, and before a class is deleted.`
        }
        flush
      >
        {isSchool ? <SchoolBackupNotice /> : <Backups onRestored={signOutAfterRestore} />}
      </Section>
      <Section
        title={t`Privacy`}
        description={t`Everything of your classes as files, and how long photos are kept. A student is erased from the student’s menu.`}
      >
        <Privacy isSchool={isSchool} />
      </Section>
      <Section
        title={isSchool ? t`GoalBucks` : t`This computer`}
        description={
          isSchool ? t`The program on your school’s server.` : t`The class computer, on which GoalBucks runs.`
        }
      >
        <ThisComputer isSchool={isSchool} />
      </Section>
    </>
  );
}

export default function SettingsPage() {
  const { username, isSample } = useUser();
  const isSchool = useIsSchool();
  return (
    <Page
      narrow
      title={t`Settings`}
      subheading={!isSample && <span className="wrap-anywhere">{username}</span>}
    >
      <Section title={t`Your name`} description={t`The name you go by in GoalBucks.`}>
        <div className="max-w-110">
          <TeacherNameForm />
        </div>
      </Section>
      <Section
        title={t`Language`}
        description={t`The language in which you see GoalBucks. Names and texts that people wrote stay as they are.`}
      >
        <LanguageSettings isSchool={isSchool ?? true} />
      </Section>
      <AccountSections />
      <Section
        title={t`Classes`}
        description={t`Names, class codes, and the balances as a file for a spreadsheet.`}
        flush
      >
        <Classes />
      </Section>
      <ServerSections />
    </Page>
  );
}
