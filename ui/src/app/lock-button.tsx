import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';

import { useMutation } from '@/api/use-mutation';
import { markLogoutPending, sendPendingLogout } from '@/auth/pending-logout';
import { useSession, useUser } from '@/auth/session-context';
import { Dialog } from '@/components/dialog/dialog';
import { leavePage } from '@/components/dialog/unsaved-changes';
import { FirstPasswordForm } from '@/features/account/first-password-form';
import { teacherQuery } from '@/features/account/queries';
import { HelpButton } from '@/shared/help-button';

import { SideNavButton } from './side-nav';

/** Signs out immediately, and shows the login dialog, which leads back to the page. */
function useLock() {
  const { lock } = useSession();
  return useMutation({
    meta: { changes: [] },
    mutationFn: sendPendingLogout,
    onMutate: () => {
      markLogoutPending();
      lock();
    },
  });
}

/** Locks the class computer. An account without a password, by which one comes back, gets one first. */
export function LockButton() {
  const { mutate } = useLock();
  const account = useQuery(teacherQuery(useUser().id));
  const [isSettingPassword, setIsSettingPassword] = useState(false);
  const lock = () => {
    leavePage(mutate);
  };
  return (
    <>
      <SideNavButton
        icon={<Lock aria-hidden />}
        onClick={() => {
          if (account.data?.hasPassword === false) setIsSettingPassword(true);
          else lock();
        }}
      >
        <Trans>Lock</Trans>
      </SideNavButton>
      <Dialog
        open={isSettingPassword}
        onOpenChange={setIsSettingPassword}
        title={t`Set a password to lock with`}
        description={t`It brings you back to this page, also when there is no internet.`}
      >
        <FirstPasswordForm onSet={lock} />
        <HelpButton answer="i-leave-the-room" className="mt-3" />
      </Dialog>
    </>
  );
}
