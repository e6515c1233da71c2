import { Menu } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';

import { Sheet } from '@/components/dialog/sheet';
import { IconButton } from '@/components/icon-button';
import { Brand } from '@/components/illustrations/brand';
import { TooltipProvider } from '@/components/tooltip';
import { RecoveryCodeOffer } from '@/features/account/recovery-code-offer';
import { CreateClassDialog } from '@/features/classrooms/create-class-dialog';
import type { CreateClassOutlet } from '@/features/classrooms/create-class-outlet';
import { TakenPortBanner } from '@/features/network/taken-port-banner';
import { WarningBanners } from '@/features/warnings/warning-banners';
import { usePortal } from '@/shared/use-portal';

import { RoleGuard } from './role-guard';
import { Shell } from './shell';
import { TeacherSidebar } from './teacher-sidebar';

function TopBar({ onMenu }: { onMenu: () => void }) {
  return (
    <div className="flex items-center gap-2">
      <IconButton label="Open menu" icon={<Menu aria-hidden />} onClick={onMenu} />
      <Brand compact />
    </div>
  );
}

type TeacherLayoutProps = {
  /** Called once a teacher is shown the layout. */
  onOpen: () => void;
};

function TeacherShell({ onOpen }: TeacherLayoutProps) {
  usePortal('teacher');
  useEffect(onOpen, [onOpen]);
  const navigate = useNavigate();
  const { key } = useLocation();
  const [creating, setCreating] = useState(false);
  // Bound to the place it was opened at: following a link in it closes it.
  const [menuAt, setMenuAt] = useState<string | null>(null);
  const openCreateClass = () => {
    setMenuAt(null);
    setCreating(true);
  };
  const outlet: CreateClassOutlet = { openCreateClass };
  return (
    <>
      <Shell
        sidebarLabel="Teacher Portal"
        sidebar={<TeacherSidebar onCreateClass={openCreateClass} />}
        topBar={
          <TopBar
            onMenu={() => {
              setMenuAt(key);
            }}
          />
        }
      >
        <TakenPortBanner />
        <WarningBanners />
        <Outlet context={outlet} />
      </Shell>
      <Sheet
        title="Teacher Portal"
        open={menuAt === key}
        onOpenChange={(open) => {
          setMenuAt(open ? key : null);
        }}
      >
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
    <RoleGuard only="teacher">
      <TooltipProvider>
        <TeacherShell {...props} />
      </TooltipProvider>
    </RoleGuard>
  );
}
