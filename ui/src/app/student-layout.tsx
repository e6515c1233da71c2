import { useQuery } from '@tanstack/react-query';
import { LogOut, Target } from 'lucide-react';
import { NavLink, Outlet } from 'react-router';

import { Brand } from '@/components/brand';
import { Button } from '@/components/button';
import { Coin } from '@/components/coin';
import { amountUnit, formatNumber } from '@/components/format';
import { SideNavButton, SideNavLink } from '@/components/side-nav';
import { Loading, Skeleton } from '@/components/skeleton';
import { usePortal } from '@/components/use-portal';
import { classroomQuery } from '@/features/classrooms/queries';
import { useSignOut } from '@/features/session/queries';
import { useStudent } from '@/features/session/session-context';
import { balanceQuery } from '@/features/students/queries';

import { RoleGuard } from './role-guard';
import { Shell } from './shell';

/** The student's balance, always in sight: large in the sidebar, small in the bar on top. */
function Purse({ small = false }: { small?: boolean }) {
  const { id } = useStudent();
  const balance = useQuery(balanceQuery(id));
  if (balance.isError && !balance.data) {
    return (
      <Button variant="ghost" pending={balance.isFetching} onClick={() => void balance.refetch()}>
        Try again
      </Button>
    );
  }
  const amount = balance.data ? (
    <span>
      {formatNumber(balance.data.balance)}
      <span className="sr-only"> {amountUnit(balance.data.balance)}</span>
    </span>
  ) : (
    <Loading label="Loading your GoalBucks...">
      <Skeleton className="w-10" />
    </Loading>
  );
  if (small) {
    return (
      <p className="flex h-11 items-center gap-2 rounded-control bg-gold-soft ps-2 pe-3 font-bold text-gold-ink">
        <Coin className="size-5.5" />
        {amount}
      </p>
    );
  }
  return (
    <div className="mb-5 rounded-control bg-gold-soft px-4 pt-3 pb-4 text-gold-ink">
      <p className="text-small">Your GoalBucks</p>
      <p className="mt-0.5 flex items-center gap-2 text-title font-bold">
        <Coin className="size-6.5" />
        {amount}
      </p>
    </div>
  );
}

const bottomItem =
  'flex min-h-14 flex-col items-center justify-center gap-1 rounded-control text-small font-mid text-ink-2 no-underline ' +
  'aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink [&>svg]:size-4.5';

function BottomBar({ onLogout }: { onLogout: () => void }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-5 grid auto-cols-fr grid-flow-col gap-1 border-t border-line bg-surface px-2 pt-1.5 pb-[max(6px,env(safe-area-inset-bottom))] lg:hidden"
    >
      <NavLink to="/student" end className={bottomItem}>
        <Target aria-hidden />
        My Goals
      </NavLink>
      <button type="button" className={bottomItem} onClick={onLogout}>
        <LogOut aria-hidden />
        Logout
      </button>
    </nav>
  );
}

function StudentShell() {
  usePortal('student');
  const { classroomId } = useStudent();
  const className = useQuery(classroomQuery(classroomId)).data?.name ?? '';
  const signOut = useSignOut();
  const logout = () => {
    signOut.mutate();
  };
  return (
    <Shell
      sidebarLabel="Student Portal"
      sidebar={
        <>
          <div className="px-2 pt-1 pb-4">
            <Brand caption={className} />
          </div>
          <Purse />
          <nav aria-label="Main" className="flex flex-col gap-0.5">
            <SideNavLink end to="/student" icon={<Target aria-hidden />}>
              My Goals
            </SideNavLink>
          </nav>
          <div className="mt-auto pt-4">
            <SideNavButton icon={<LogOut aria-hidden />} onClick={logout}>
              Logout
            </SideNavButton>
          </div>
        </>
      }
      topBar={
        <>
          <Brand compact caption={className} />
          <Purse small />
        </>
      }
      bottomBar={<BottomBar onLogout={logout} />}
    >
      <Outlet />
    </Shell>
  );
}

export function StudentLayout() {
  return (
    <RoleGuard only="student">
      <StudentShell />
    </RoleGuard>
  );
}
