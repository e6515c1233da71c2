import { useQuery } from '@tanstack/react-query';
import { LogOut, ShoppingBag, Target } from 'lucide-react';
import { useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';

import { useSignOut } from '@/auth/queries';
import { useStudent } from '@/auth/session-context';
import { CountUp } from '@/components/count-up';
import { Brand } from '@/components/illustrations/brand';
import { Coin } from '@/components/illustrations/coin';
import { Skeleton } from '@/components/skeleton';
import { classroomQuery } from '@/features/classrooms/queries';
import { BalanceInSightContext } from '@/features/students/balance-in-sight';
import { useMyBalance } from '@/features/students/queries';
import { classNames } from '@/lib/class-names';
import { amountUnit } from '@/shared/amount-unit';
import { QueryView } from '@/shared/query-view';
import { RetryButton } from '@/shared/retry-button';
import { usePortal } from '@/shared/use-portal';

import { RoleGuard } from './role-guard';
import { Shell } from './shell';
import { SideNavButton, SideNavLink } from './side-nav';
import { AccountEntry, useAccountDialog } from './student-account';

type PurseProps = {
  /** The page shows the balance itself just now: twice would be once too often. */
  hidden: boolean;
  small?: boolean;
};

function PurseAmount() {
  const balance = useMyBalance();
  return (
    <QueryView
      query={balance}
      error={<RetryButton query={balance} />}
      loading="Loading your GoalBucks..."
      skeleton={<Skeleton className="w-10" />}
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

/** The student's balance, always in sight: large in the sidebar, small in the bar on top. */
function Purse({ hidden, small = false }: PurseProps) {
  return (
    <div
      className={classNames(
        'rounded-control bg-gold-soft text-gold-ink transition-[opacity,visibility] duration-150',
        small ? 'flex h-11 shrink-0 items-center gap-2 ps-2 pe-3 font-bold' : 'mt-5 px-4 pt-3 pb-4',
        // In the narrowest bar "Try again" stands alone: the product's name needs the room.
        small &&
          'max-[359px]:has-[button]:px-0 max-[359px]:has-[button]:[&>div>svg]:hidden max-[359px]:[&_button]:px-1!',
        hidden && 'invisible opacity-0',
      )}
    >
      {!small && <p className="text-small">Your GoalBucks</p>}
      <div className={small ? 'contents' : 'mt-0.5 flex items-center gap-2 text-title font-bold'}>
        <Coin className={small ? 'size-5.5' : 'size-6.5'} />
        <PurseAmount />
      </div>
    </div>
  );
}

/** Where a student can go: in the sidebar, in the bar at the bottom. */
const places = [
  { to: '/student', end: true, Icon: Target, name: 'My Goals' },
  { to: '/student/store', end: false, Icon: ShoppingBag, name: 'Store' },
];

const bottomItem =
  'flex min-h-14 flex-col items-center justify-center gap-1 rounded-control text-small font-mid text-ink-2 no-underline ' +
  'aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink [&>svg]:size-4.5';

function BottomBar({ onLogout }: { onLogout: () => void }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-5 grid auto-cols-fr grid-flow-col gap-1 border-t border-line bg-surface px-2 pt-1.5 pb-[max(6px,env(safe-area-inset-bottom))] lg:hidden"
    >
      {places.map(({ Icon, name, ...place }) => (
        <NavLink key={name} {...place} className={bottomItem}>
          <Icon aria-hidden />
          {name}
        </NavLink>
      ))}
      <button type="button" className={bottomItem} onClick={onLogout}>
        <LogOut aria-hidden />
        Logout
      </button>
    </nav>
  );
}

type SidebarProps = {
  className: string;
  balanceInSight: boolean;
  onAccount: () => void;
  onLogout: () => void;
};

function Sidebar({ className, balanceInSight, onAccount, onLogout }: SidebarProps) {
  return (
    <>
      <div className="px-2 pt-1 pb-4">
        <Brand caption={className} />
      </div>
      <nav aria-label="Main" className="flex flex-col gap-0.5">
        {places.map(({ Icon, name, ...place }) => (
          <SideNavLink key={name} {...place} icon={<Icon aria-hidden />}>
            {name}
          </SideNavLink>
        ))}
      </nav>
      <Purse hidden={balanceInSight} />
      <div className="mt-auto flex flex-col gap-0.5 pt-4">
        <AccountEntry onOpen={onAccount} />
        <SideNavButton icon={<LogOut aria-hidden />} onClick={onLogout}>
          Logout
        </SideNavButton>
      </div>
    </>
  );
}

function StudentShell() {
  usePortal('student');
  const { classroomId } = useStudent();
  const className = useQuery(classroomQuery(classroomId)).data?.name ?? '';
  // These begin with the balance; saying so at once keeps the purse from flashing up while the page loads.
  const { pathname } = useLocation();
  const [balanceInSight, setBalanceInSight] = useState(places.some(({ to }) => to === pathname));
  const signOut = useSignOut();
  const { openAccount, dialog: accountDialog } = useAccountDialog();
  const logout = () => {
    signOut.mutate();
  };
  return (
    <Shell
      sidebarLabel="Student Portal"
      sidebar={
        <Sidebar
          className={className}
          balanceInSight={balanceInSight}
          onAccount={openAccount}
          onLogout={logout}
        />
      }
      topBar={
        <>
          <Brand compact caption={className} />
          <span className="flex items-center gap-2">
            <Purse small hidden={balanceInSight} />
            <AccountEntry small onOpen={openAccount} />
          </span>
        </>
      }
      bottomBar={<BottomBar onLogout={logout} />}
    >
      <BalanceInSightContext value={setBalanceInSight}>
        <Outlet />
      </BalanceInSightContext>
      {accountDialog}
    </Shell>
  );
}

export default function StudentLayout() {
  return (
    <RoleGuard only="student">
      <StudentShell />
    </RoleGuard>
  );
}
