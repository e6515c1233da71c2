import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import { QueryError } from '@/api/query-error';
import { ChairsArt } from '@/components/art';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { classNames } from '@/components/class-names';
import { EmptyState } from '@/components/message-state';
import { Page } from '@/components/page';
import { Loading, SkeletonRows } from '@/components/skeleton';
import { ClassSettings } from '@/features/classrooms/class-settings';
import { useCreateClassOutlet } from '@/features/classrooms/create-class-outlet';
import { classroomsQuery } from '@/features/classrooms/queries';
import { ThisComputer } from '@/features/computer/this-computer';
import { PasswordForm } from '@/features/session/password-form';
import { useUser } from '@/features/session/session-context';
import { SignOutEverywhere } from '@/features/session/sign-out-everywhere';
import { TeacherNameForm } from '@/features/session/teacher-name-form';

type SectionProps = {
  title: string;
  about: ReactNode;
  /** Its content reaches the card's edges: a list. */
  flush?: boolean;
  children: ReactNode;
};

/** What it is about on the left, its controls on the right. */
function Section({ title, about, flush = false, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="mt-6 grid gap-3 lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-8 xl:grid-cols-[260px_minmax(0,1fr)]"
    >
      <div className="lg:pt-4">
        <h2 id={id}>{title}</h2>
        <p className="mt-1 text-small text-ink-2">{about}</p>
      </div>
      <Card className={classNames('min-w-0', !flush && 'p-5')}>{children}</Card>
    </section>
  );
}

function Classes() {
  const { id } = useUser();
  const { openCreateClass } = useCreateClassOutlet();
  const classes = useQuery(classroomsQuery(id));
  if (classes.data && classes.data.length > 0) {
    return (
      <ul>
        {classes.data.map((classroom) => (
          <ClassSettings key={classroom.id} classroom={classroom} />
        ))}
      </ul>
    );
  }
  if (classes.data) {
    return (
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
    );
  }
  if (classes.isError) return <QueryError level={3} title="Your classes didn't load" query={classes} />;
  return (
    <Loading label="Loading classes...">
      <SkeletonRows rows={4} />
    </Loading>
  );
}

function PasswordSection() {
  const user = useUser();
  return (
    <Section
      title="Password"
      about="Changing it signs you out on your other devices. Here you stay signed in."
    >
      <div className="max-w-110">
        <PasswordForm user={user}>
          {(pending) => (
            <Button
              variant="primary"
              type="submit"
              className="self-start"
              pending={pending}
              pendingLabel="Changing password"
            >
              Change Password
            </Button>
          )}
        </PasswordForm>
      </div>
    </Section>
  );
}

export function SettingsPage() {
  const user = useUser();
  return (
    <Page narrow title="Settings" subheading={<span className="wrap-anywhere">{user.username}</span>}>
      <Section title="Your name" about="The name you go by in GoalBucks.">
        <div className="max-w-110">
          <TeacherNameForm user={user} />
        </div>
      </Section>
      <PasswordSection />
      <Section
        title="Sign out everywhere"
        about="For when you left a computer signed in, or somebody may know your password."
      >
        <SignOutEverywhere />
      </Section>
      <Section
        title="Classes"
        about="Names, class codes, and the balances as a file for a spreadsheet."
        flush
      >
        <Classes />
      </Section>
      <Section title="This computer" about="The class computer, on which GoalBucks runs.">
        <ThisComputer />
      </Section>
    </Page>
  );
}
