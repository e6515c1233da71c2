import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleUserRound, Flag, LogOut, ShoppingBag, Target } from 'lucide-react';
import { useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';

import { useSignOut } from '@/auth/mutations';
import { useStudent } from '@/auth/session-context';
import { CountUp } from '@/components/count-up';
import { Brand } from '@/components/illustrations/brand';
import { Coin } from '@/components/illustrations/coin';
import { Skeleton } from '@/components/skeleton';
import { ownClassroomQuery } from '@/features/classrooms/queries';
import { BalanceVisibilityContext } from '@/features/students/balance-visibility';
import { useMyBalance } from '@/features/students/queries';
import { classNames } from '@/lib/class-names';
import { amountUnit } from '@/shared/amount-unit';
import { QueryView } from '@/shared/query-view';
import { RetryButton } from '@/shared/retry-button';
import { SampleStrip } from '@/shared/sample-strip';
import { usePortalTheme } from '@/shared/use-portal-theme';

import { RoleGuard } from './role-guard';
import { Shell } from './shell';
import { SideNavButton, SideNavLink } from './side-nav';
import { AccountButton, useAccountDialog } from './student-account';
import { useStudentArrivals } from './student-arrivals';
import { prefetchStore } from './student-pages';
import { usePrefetchMyGoals } from './use-prefetch-my-goals';

type BalanceBadgeProps = {
  /** Hidden while the page itself shows the balance. */
  hidden: boolean;
  small?: boolean;
};

function BalanceAmount({ small }: { small: boolean }) {
  const balance = useMyBalance();
  return (
    <QueryView
      query={balance}
      error={<RetryButton iconOnly={small} query={balance} className="max-lg:px-1!" />}
      loading={t`Loading your GoalBucks...`}
      skeleton={<Skeleton className="w-10 max-[359px]:w-7" />}
    >
      {({ balance }) => (
        <span>
          <CountUp value={balance} />
          <span className="sr-only"> {amountUnit(balance)}</span>
        </span>
      )}
    </QueryView>
  );
}

/** The student's balance: large in the sidebar, small in the top bar. */
function BalanceBadge({ hidden, small = false }: BalanceBadgeProps) {
  return (
    <div
      className={classNames(
        'rounded-control bg-gold-soft text-gold-ink transition-[opacity,visibility] duration-150',
        small
          ? 'flex h-11 shrink-0 items-center gap-2 ps-2 pe-3 font-bold max-[359px]:gap-1 max-[359px]:px-1'
          : 'mt-5 px-4 pt-3 pb-4',
        hidden && 'invisible opacity-0',
      )}
    >
      {!small && (
        <p className="text-small">
          <Trans>Your GoalBucks</Trans>
        </p>
      )}
      <div className={small ? 'contents' : 'mt-0.5 flex items-center gap-2 text-title font-bold'}>
        <Coin className={small ? 'size-5.5' : 'size-6.5'} />
        <BalanceAmount small={small} />
      </div>
    </div>
  );
}

/** Navigation items of the student portal. */
const navItems = [
  { to: '/student', end: true, Icon: Target, name: msg`My Goals` },
  { to: '/student/progress', end: false, Icon: Flag, name: msg`My Progress` },
  {
    to: '/student/store',
    end: false,
    Icon: ShoppingBag,
    name: msg({ message: 'Store', comment: 'Where students buy rewards with their GoalBucks' }),
    onPointerEnter: prefetchStore,
    onFocus: prefetchStore,
  },
];

const barItemClass =
  'flex flex-col items-center justify-center rounded-control text-center text-small font-mid text-ink-2 no-underline ' +
  'large-text:[&>svg]:hidden [&>svg]:size-4.5';
const bottomItemClass = classNames(
  barItemClass,
  'min-h-14 gap-1 short:min-h-11 short:flex-row short:gap-2',
  'aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink',
);

function BottomBar({ onAccount }: { onAccount: () => void }) {
  return (
    <nav
      aria-label={t`Main`}
      className="fixed inset-x-0 bottom-0 z-5 grid auto-cols-fr grid-flow-col gap-1 border-t border-line bg-surface px-2 pt-1.5 pb-[max(6px,env(safe-area-inset-bottom))] lg:hidden"
    >
      {navItems.map(({ Icon, name, ...linkProps }) => (
        <NavLink key={linkProps.to} {...linkProps} className={bottomItemClass}>
          <Icon aria-hidden />
          {i18n._(name)}
        </NavLink>
      ))}
      <button type="button" className={bottomItemClass} onClick={onAccount}>
        <CircleUserRound aria-hidden />
        <Trans>Your account</Trans>
      </button>
    </nav>
  );
}

/** Logout is at the top of narrow screens: in the bar at the bottom it would be pressed by mistake. */
function TopBar({ className, isBalanceVisible, onLogout }: Omit<SidebarProps, 'onAccount'>) {
  return (
    <>
      <Brand compact caption={className} />
      <span className="flex items-center gap-2">
        <BalanceBadge small hidden={isBalanceVisible} />
        <button type="button" className={classNames(barItemClass, 'min-h-11 min-w-11')} onClick={onLogout}>
          <LogOut aria-hidden className="mirror-rtl" />
          <Trans>Logout</Trans>
        </button>
      </span>
    </>
  );
}

type SidebarProps = {
  className: string;
  isBalanceVisible: boolean;
  onAccount: () => void;
  onLogout: () => void;
};

function Sidebar({ className, isBalanceVisible, onAccount, onLogout }: SidebarProps) {
  return (
    <>
      <div className="px-2 pt-1 pb-4">
        <Brand caption={className} />
      </div>
      <nav aria-label={t`Main`} className="flex flex-col gap-0.5">
        {navItems.map(({ Icon, name, ...linkProps }) => (
          <SideNavLink key={linkProps.to} {...linkProps} icon={<Icon aria-hidden />}>
            {i18n._(name)}
          </SideNavLink>
        ))}
      </nav>
      <BalanceBadge hidden={isBalanceVisible} />
      <div className="mt-auto flex flex-col gap-0.5 pt-4">
        <AccountButton onOpen={onAccount} />
        <SideNavButton icon={<LogOut aria-hidden className="mirror-rtl" />} onClick={onLogout}>
          <Trans>Logout</Trans>
        </SideNavButton>
      </div>
    </>
  );
}

function StudentShell() {
  usePortalTheme('student');
  usePrefetchMyGoals();
  useStudentArrivals();
  const student = useStudent();
  const className = useQuery(ownClassroomQuery(student)).data?.name ?? '';
  // Every page in the navigation shows the balance itself. Starting with that avoids a flash while the page loads.
  const { pathname } = useLocation();
  const [isBalanceVisible, setIsBalanceVisible] = useState(navItems.some(({ to }) => to === pathname));
  const signOut = useSignOut();
  const { openAccount, dialog: accountDialog } = useAccountDialog();
  const logout = () => {
    signOut.mutate();
  };
  return (
    <Shell
      sidebarLabel={t`Student Portal`}
      sidebar={
        <Sidebar
          className={className}
          isBalanceVisible={isBalanceVisible}
          onAccount={openAccount}
          onLogout={logout}
        />
      }
      topBar={<TopBar className={className} isBalanceVisible={isBalanceVisible} onLogout={logout} />}
      bottomBar={<BottomBar onAccount={openAccount} />}
    >
      {student.isSample && <SampleStrip />}
      <BalanceVisibilityContext value={setIsBalanceVisible}>
        <Outlet />
      </BalanceVisibilityContext>
      {accountDialog}
    </Shell>
  );
}

export default function StudentLayout() {
  return (
    <RoleGuard allowedRole="student">
      <StudentShell />
    </RoleGuard>
  );
}
