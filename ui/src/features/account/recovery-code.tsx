import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FileKey } from 'lucide-react';
import { useState } from 'react';

import { isSchoolServer } from '@/api/server-kind';
import type { TeacherAccount } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Skeleton } from '@/components/skeleton';
import { formatPastDay } from '@/lib/format';
import { HelpLink } from '@/shared/help-link';
import { QueryView } from '@/shared/query-view';

import { teacherQuery } from './queries';
import { RecoveryCodeDialog } from './recovery-code-dialog';

function RecoveryCodeStatus({ account }: { account: TeacherAccount }) {
  if (account.recoveryCodeMadeAt !== null) {
    const day = formatPastDay(account.recoveryCodeMadeAt);
    return (
      <p>
        <Trans comment="{day}: 'today', '3 days ago', 'on October 2'">
          You made a code {day}. It wasn&apos;t used yet. Changing your password ends it.
        </Trans>
      </p>
    );
  }
  if (account.usesIdentityProvider)
    return (
      <p>
        <Trans>You have no recovery code.</Trans>
      </p>
    );
  return (
    <p className="flex gap-2 rounded-control bg-gold-soft px-3 py-2.5 text-gold-ink [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:shrink-0">
      <FileKey aria-hidden />
      <span>
        {isSchoolServer() ? (
          <Trans>
            You have no recovery code. If you forget your password, whoever runs GoalBucks at your school has
            to give you a new one.
          </Trans>
        ) : (
          <Trans>
            You have no recovery code. If you forget your password, nobody can send you a new one.
          </Trans>
        )}
      </span>
    </p>
  );
}

export function RecoveryCodeSetting() {
  const account = useQuery(teacherQuery(useUser().id));
  const [asking, setAsking] = useState(false);
  const replacesExisting = account.data?.recoveryCodeMadeAt != null;
  return (
    <QueryView
      query={account}
      level={3}
      title={t`Your account didn't load`}
      loading={t`Loading account...`}
      skeleton={
        <div className="flex flex-col gap-4">
          <Skeleton className="w-3/5" />
          <Skeleton className="h-10 w-40" />
        </div>
      }
    >
      {(account) => (
        <div className="flex flex-col items-start gap-4">
          <RecoveryCodeStatus account={account} />
          <Button
            icon={<FileKey aria-hidden />}
            onClick={() => {
              setAsking(true);
            }}
          >
            {replacesExisting ? t`Make a New Code` : t`Make a Code`}
          </Button>
          <HelpLink answer="i-forgot-my-own-password" />
          <RecoveryCodeDialog
            hasPassword={account.hasPassword}
            replacesExisting={replacesExisting}
            open={asking}
            onOpenChange={setAsking}
          />
        </div>
      )}
    </QueryView>
  );
}
