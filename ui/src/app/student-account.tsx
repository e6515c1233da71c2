import { select, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';

import { connection } from '@/api/connection';
import { serverKind } from '@/api/server-kind';
import { useUser } from '@/auth/session-context';
import { Avatar } from '@/components/avatar';
import { toast } from '@/components/toast/toast-store';
import type { AccountDialog } from '@/features/account/account-dialog';
import { withMessages } from '@/lib/language';

import { navItemClass } from './side-nav';

/** Button of the sidebar that opens the account dialog. */
export function AccountButton({ onOpen }: { onOpen: () => void }) {
  const { name } = useUser();
  return (
    <button type="button" className={navItemClass} onClick={onOpen}>
      {/* As wide as the icon below it, which aligns the texts. */}
      <span className="-mx-0.75 inline-grid">
        <Avatar small name={name} />
      </span>
      <span className="min-w-0">
        <span dir="auto" className="block truncate">
          {name}
        </span>
        <span className="block text-small font-text">
          <Trans>Your account</Trans>
        </span>
      </span>
    </button>
  );
}

/** Lazily loaded account dialog of the student. */
export function useAccountDialog(): { openAccount: () => void; dialog: ReactNode } {
  const [Loaded, setLoaded] = useState<typeof AccountDialog | null>(null);
  const [open, setOpen] = useState(false);
  const openAccount = () => {
    withMessages('read-aloud', import('@/features/account/account-dialog')).then(
      (module) => {
        setLoaded(() => module.AccountDialog);
        setOpen(true);
      },
      () => {
        void connection.check();
        toast({
          tone: 'error',
          title: t`Error`,
          description: select(
            { server: serverKind() },
            {
              school: "Can't reach the school’s server. Please try again.",
              other: "Can't reach the class computer. Please try again.",
            },
          ),
        });
      },
    );
  };
  const dialog = Loaded && (
    <Loaded
      open={open}
      onClose={() => {
        setOpen(false);
      }}
    />
  );
  return { openAccount, dialog };
}
