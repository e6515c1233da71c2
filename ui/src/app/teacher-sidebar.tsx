import { i18n } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  ChevronRight,
  CircleQuestionMark,
  GraduationCap,
  Inbox,
  LayoutList,
  LogOut,
  Plus,
  QrCode,
  Settings,
  Store,
  Target,
  Users,
} from 'lucide-react';

import type { Classroom } from '@/api/types';
import { useSignOut } from '@/auth/mutations';
import { useUser } from '@/auth/session-context';
import { useIsSubstitute } from '@/auth/substitute';
import { Avatar } from '@/components/avatar';
import { CountBadge } from '@/components/badge';
import { Brand } from '@/components/illustrations/brand';
import { Loading, Skeleton } from '@/components/skeleton';
import { byOwner } from '@/features/classrooms/by-owner';
import { useClassrooms } from '@/features/classrooms/use-classrooms';
import { pendingPurchasesOfTeacherQuery } from '@/features/purchases/teacher/queries';
import { usePendingSubmissions } from '@/features/submissions/teacher/queries';
import { usePendingSuggestions } from '@/features/suggestions/teacher/queries';
import { classNames } from '@/lib/class-names';
import { findDuplicateNames } from '@/lib/duplicate-names';
import { isOwnComputer } from '@/shared/own-computer';
import { QueryView } from '@/shared/query-view';
import { RetryButton } from '@/shared/retry-button';

import { LockButton } from './lock-button';
import { navItemClass, SideNavButton, SideNavLink } from './side-nav';

function ClassLink({ classroom, withCode }: { classroom: Classroom; withCode: boolean }) {
  const { id, name, classCode } = classroom;
  return (
    <SideNavLink sub to={`/teacher/class/${id}`}>
      <span className="truncate" title={name}>
        {name}
      </span>
      {withCode && (
        <span className="ms-auto shrink-0 ps-1 text-small font-text text-ink-2">
          <Trans>
            <span className="sr-only">, class code</span> {classCode}
          </Trans>
        </span>
      )}
    </SideNavLink>
  );
}

type OwnersLinksProps = { classes: Classroom[]; duplicates: ReadonlySet<string> };

/** The own classes, then those of each other owner below the name. */
function OwnersLinks({ classes, duplicates }: OwnersLinksProps) {
  const { own, joined } = byOwner(classes, useUser().id);
  const link = (classroom: Classroom) => (
    <ClassLink key={classroom.id} classroom={classroom} withCode={duplicates.has(classroom.id)} />
  );
  return (
    <>
      {own.map(link)}
      {joined.map(({ ownerId, ownerName, classes }) => (
        <div key={ownerId} role="group" aria-labelledby={`owner-${ownerId}`}>
          <p
            id={`owner-${ownerId}`}
            className="truncate ps-4 pt-2 pb-0.5 text-small text-ink-2"
            title={ownerName}
          >
            <Trans comment="Above classes that another teacher owns">
              With <bdi>{ownerName}</bdi>
            </Trans>
          </p>
          {classes.map(link)}
        </div>
      ))}
    </>
  );
}

/** To the list of classes or, without any, to the welcome page, both with the archived ones and *Join a Class*. */
function ClassListLink({ to }: { to: '/teacher/classes' | '/teacher/no-classes' }) {
  return (
    <SideNavLink sub to={to} icon={<LayoutList aria-hidden className="size-4!" />}>
      <Trans>All Classes</Trans>
    </SideNavLink>
  );
}

function AllClassesLinks() {
  return (
    <>
      <ClassListLink to="/teacher/classes" />
      <SideNavLink sub to="/teacher/students" icon={<Users aria-hidden className="size-4!" />}>
        <Trans>All Students</Trans>
      </SideNavLink>
      <SideNavLink sub to="/teacher/goals" icon={<Target aria-hidden className="size-4!" />}>
        <Trans>All Goals</Trans>
      </SideNavLink>
    </>
  );
}

function ClassLinks() {
  const isSubstitute = useIsSubstitute();
  const classes = useClassrooms();
  const duplicates = findDuplicateNames(classes.data ?? []);
  return (
    <QueryView
      query={classes}
      error={
        <div role="alert" className="py-1 ps-4 text-ink-2">
          <Trans>The classes didn&apos;t load.</Trans> <RetryButton query={classes} className="-ms-2" />
        </div>
      }
      skeleton={
        <Loading label={t`Loading classes...`} className="flex flex-col gap-3 py-3 ps-4">
          <Skeleton className="mb-4 w-36" />
          <Skeleton className="w-28" />
        </Loading>
      }
      empty={
        <>
          <p className="py-1.5 ps-4 text-ink-2">
            <Trans>No classes yet</Trans>
          </p>
          <ClassListLink to="/teacher/no-classes" />
        </>
      }
    >
      {(classes) => (
        <>
          <OwnersLinks classes={classes} duplicates={duplicates} />
          {!isSubstitute && <AllClassesLinks />}
        </>
      )}
    </QueryView>
  );
}

function PendingCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="ms-auto">
      <CountBadge highlighted count={count} label={plural(count, { one: '# waiting', other: '# waiting' })} />
    </span>
  );
}

function PendingReviews() {
  const submissions = usePendingSubmissions().data?.length ?? 0;
  const suggestions = usePendingSuggestions().data?.length ?? 0;
  return <PendingCount count={submissions + suggestions} />;
}

function PendingPurchases() {
  const { id } = useUser();
  const pending = useQuery(pendingPurchasesOfTeacherQuery(id)).data?.length ?? 0;
  return <PendingCount count={pending} />;
}

/** The links below the classes. */
const navItems = [
  { to: '/teacher/submissions', Icon: Inbox, name: msg`Submissions`, Badge: PendingReviews },
  {
    to: '/teacher/store',
    Icon: Store,
    name: msg({ message: 'Store', comment: 'Where students buy rewards with their GoalBucks' }),
    Badge: PendingPurchases,
  },
  { to: '/teacher/connect', Icon: QrCode, name: msg`Connect students` },
];

/** Links to help and settings, lock, user name and logout. */
function AccountSection() {
  const user = useUser();
  const isSubstitute = useIsSubstitute();
  const signOut = useSignOut();
  return (
    <div className="mt-auto pt-4">
      <div className="flex flex-col gap-0.5">
        <SideNavLink to="/teacher/help" icon={<CircleQuestionMark aria-hidden />}>
          <Trans>Help</Trans>
        </SideNavLink>
        {!isSubstitute && (
          <SideNavLink to="/teacher/settings" icon={<Settings aria-hidden />}>
            <Trans>Settings</Trans>
          </SideNavLink>
        )}
        {isOwnComputer() && !user.isSample && !isSubstitute && <LockButton />}
      </div>
      <div className="mt-2 flex items-center gap-2.5 border-t border-line px-2 pt-3 pb-1">
        <Avatar name={user.name} />
        <span className="min-w-0 grow">
          <span className="block truncate font-mid" title={user.name}>
            {user.name}
          </span>
          {isSubstitute && (
            <span className="block text-small text-ink-2">
              <Trans comment="Below the name: who stands in for the teacher">Substitute</Trans>
            </span>
          )}
        </span>
      </div>
      <SideNavButton
        icon={<LogOut aria-hidden />}
        onClick={() => {
          signOut.mutate();
        }}
      >
        <Trans>Logout</Trans>
      </SideNavButton>
    </div>
  );
}

export function TeacherSidebar({ onCreateClass }: { onCreateClass: () => void }) {
  const { isSample } = useUser();
  const isSubstitute = useIsSubstitute();
  return (
    <>
      <div className="px-2 pt-1 pb-4">
        <Brand caption={t`Teacher Portal`} />
      </div>
      <nav aria-label={t`Main`} className="flex flex-col gap-0.5">
        <details open className="group">
          <summary className={classNames(navItemClass, 'list-none')}>
            <GraduationCap aria-hidden />
            <Trans>Classes</Trans>
            <ChevronRight
              aria-hidden
              className="ms-auto size-4! transition-transform group-open:rotate-90 rtl:-scale-x-100"
            />
          </summary>
          <div className="relative mt-0.5 mb-1 flex flex-col gap-0.5 ps-5 before:absolute before:inset-y-1 before:start-4.25 before:w-px before:bg-line">
            <ClassLinks />
            {!isSample && !isSubstitute && (
              <SideNavButton
                sub
                icon={<Plus aria-hidden className="size-4! text-brand-ink" />}
                onClick={onCreateClass}
              >
                <span className="text-brand-ink">
                  <Trans>Create Class</Trans>
                </span>
              </SideNavButton>
            )}
          </div>
        </details>
        {navItems.map(({ to, Icon, name, Badge }) => (
          <SideNavLink key={to} to={to} icon={<Icon aria-hidden />}>
            {i18n._(name)}
            {Badge && <Badge />}
          </SideNavLink>
        ))}
      </nav>
      <AccountSection />
    </>
  );
}
