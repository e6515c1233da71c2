import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { DatabaseRecovery } from '@/api/types';
import { BrandMark } from '@/components/illustrations/brand';
import { LoadingScreen } from '@/components/loading-screen';
import { usePageTitle } from '@/components/page';
import { MaintenanceScreen } from '@/features/database-recovery/maintenance-screen';
import { databaseRecoveryQuery } from '@/features/database-recovery/queries';
import { RestorePanel } from '@/features/database-recovery/restore-panel';

function DamagedText() {
  return (
    <p className="mt-2 text-ink-2">
      <Trans>
        GoalBucks can&apos;t read the file with your classes. That happens when a computer stops suddenly or
        its disk makes a mistake. <strong className="text-ink">Nothing was deleted</strong>, and a backup
        brings your class back. Students see that GoalBucks is being repaired; their pages come back by
        themselves.
      </Trans>
    </p>
  );
}

function MissingText() {
  return (
    <p className="mt-2 text-ink-2">
      <Trans>
        The file with your classes, goalbucks.db, is not in its folder, or it is empty. It may have been
        moved, deleted or left on another computer.{' '}
        <strong className="text-ink">GoalBucks deleted nothing</strong>, and a backup brings your class back.
        If you know where the file is, close GoalBucks, put it back into its folder and start GoalBucks again.
        Students see that GoalBucks is being repaired; their pages come back by themselves.
      </Trans>
    </p>
  );
}

function DatabaseRecoveryScreen({ recovery }: { recovery: DatabaseRecovery }) {
  usePageTitle(t`Restore your class`);
  const { reason, keptIn } = recovery;
  return (
    <main className="min-h-[calc(100dvh-var(--banner))] bg-paper px-4 py-8 sm:py-12">
      <div className="mx-auto max-w-170">
        <BrandMark className="mb-4 size-14" />
        <h1>
          {reason === 'missing' ? (
            <Trans>Your class&apos;s data is missing</Trans>
          ) : (
            <Trans>Your class&apos;s data is damaged</Trans>
          )}
        </h1>
        {reason === 'missing' ? <MissingText /> : <DamagedText />}
        {keptIn !== null && (
          <p className="mt-2 text-small wrap-anywhere text-ink-3">
            {reason === 'missing' ? (
              <Trans>What was left of it is kept on this computer, for whoever helps you: {keptIn}</Trans>
            ) : (
              <Trans>The damaged file is kept on this computer, for whoever helps you: {keptIn}</Trans>
            )}
          </p>
        )}
        <div className="mt-6">
          <RestorePanel recovery={recovery} />
        </div>
      </div>
    </main>
  );
}

/** Replaces the application while the database is damaged or missing, and reloads afterwards. */
export default function DatabaseRecoveryPage() {
  const { data: status } = useQuery(databaseRecoveryQuery);
  useEffect(() => {
    // Reload: sessions and data may have changed.
    if (status === 'back') location.replace('/');
  }, [status]);
  if (status === undefined || status === 'back') return <LoadingScreen />;
  return status === 'elsewhere' ? (
    <MaintenanceScreen />
  ) : (
    <DatabaseRecoveryScreen recovery={status.recovery} />
  );
}
