import '@/shared/all-utilities.css';

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Menu } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';

import { isSchoolServer } from '@/api/server-kind';
import { membershipOf } from '@/auth/membership';
import { useUser } from '@/auth/session-context';
import { Sheet } from '@/components/dialog/sheet';
import { IconButton } from '@/components/icon-button';
import { Brand } from '@/components/illustrations/brand';
import { TooltipProvider } from '@/components/tooltip';
import { RecoveryCodeOffer } from '@/features/account/recovery-code-offer';
import { CreateClassDialog } from '@/features/classrooms/create-class-dialog';
import type { TeacherOutletContext } from '@/features/classrooms/teacher-outlet-context';
import { useClassrooms } from '@/features/classrooms/use-classrooms';
import { RestoredCardsBanner } from '@/features/login-cards/restored-cards-banner';
import { cardAddress } from '@/features/network/addresses';
import { PortInUseBanner } from '@/features/network/port-in-use-banner';
import { networkQuery } from '@/features/network/queries';
import { TeacherSampleStrip } from '@/features/sample-class/teacher-sample-strip';
import { SubstituteStrip } from '@/features/substitutes/substitute-strip';
import { SubstituteWasHere } from '@/features/substitutes/substitute-was-here';
import { WarningBanners } from '@/features/warnings/warning-banners';
import { usePortalTheme } from '@/shared/use-portal-theme';

import { RoleGuard } from './role-guard';
import { Shell } from './shell';
import { useTeacherArrivals } from './teacher-arrivals';
import { TeacherSidebar } from './teacher-sidebar';

function TopBar({ onMenu }: { onMenu: () => void }) {
  return (
    <div className="flex items-center gap-2">
      <IconButton label={t`Open menu`} icon={<Menu aria-hidden />} onClick={onMenu} />
      <Brand compact />
    </div>
  );
}

type TeacherLayoutProps = {
  /** Called when the layout is first shown. */
  onOpen: () => void;
};

/** The menu on narrow screens; navigation closes it. */
function useMenu() {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const setOpen = (open: boolean) => {
    setOpenedAt(open ? key : null);
  };
  return { isMenuOpen: openedAt === key, setMenuOpen: setOpen };
}

/** Above every page of a substitute. */
function StripOfSubstitute({ until }: { until: string }) {
  const { name } = useUser();
  const [classroom] = useClassrooms().data ?? [];
  return <SubstituteStrip name={name} className={classroom?.name} until={until} />;
}

/** What tells a teacher about the computer and the classes, above every page. */
function Banners() {
  const classroomIds = useClassrooms().data?.map(({ id }) => id) ?? [];
  return (
    <>
      <PortInUseBanner />
      <WarningBanners />
      <RestoredCardsBanner classroomIds={classroomIds} />
      {!isSchoolServer() && <SubstituteWasHere />}
    </>
  );
}

/** Above every page, for the teacher of the sample class. */
function SampleClassStrip() {
  const [classroom] = useClassrooms().data ?? [];
  const address = useQuery({ ...networkQuery, select: cardAddress }).data ?? null;
  return <TeacherSampleStrip classroom={classroom} address={address} />;
}

function TeacherShell({ onOpen }: TeacherLayoutProps) {
  usePortalTheme('teacher');
  useTeacherArrivals();
  const user = useUser();
  const { isSample } = user;
  const membership = membershipOf(user);
  useEffect(onOpen, [onOpen]);
  const navigate = useNavigate();
  const { isMenuOpen, setMenuOpen } = useMenu();
  const [creating, setCreating] = useState(false);
  const openCreateClass = () => {
    setMenuOpen(false);
    setCreating(true);
  };
  const outletContext: TeacherOutletContext = { openCreateClass };
  return (
    <>
      <Shell
        sidebarLabel={t`Teacher Portal`}
        sidebar={<TeacherSidebar onCreateClass={openCreateClass} />}
        topBar={
          <TopBar
            onMenu={() => {
              setMenuOpen(true);
            }}
          />
        }
      >
        {isSample && <SampleClassStrip />}
        {membership === null ? <Banners /> : <StripOfSubstitute until={membership.until} />}
        <Outlet context={outletContext} />
      </Shell>
      <Sheet title={t`Teacher Portal`} open={isMenuOpen} onOpenChange={setMenuOpen}>
        <TeacherSidebar onCreateClass={openCreateClass} />
      </Sheet>
      <CreateClassDialog
        open={creating}
        onOpenChange={setCreating}
        onCreated={(classroom) => {
          setCreating(false);
          void navigate(`/teacher/class/${classroom.id}`);
        }}
      />
      <RecoveryCodeOffer />
    </>
  );
}

export default function TeacherLayout(props: TeacherLayoutProps) {
  return (
    <RoleGuard allowedRole="teacher">
      <TooltipProvider>
        <TeacherShell {...props} />
      </TooltipProvider>
    </RoleGuard>
  );
}
