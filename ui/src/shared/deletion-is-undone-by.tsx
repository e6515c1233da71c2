import { Trans } from '@lingui/react/macro';

import { isSchoolServer } from '@/api/server-kind';

/** What can undo the deletion of a class or a student. */
export function DeletionIsUndoneBy() {
  return isSchoolServer() ? (
    <Trans>It can&apos;t be undone here.</Trans>
  ) : (
    <Trans>It can&apos;t be undone, except by restoring the backup that is made just before.</Trans>
  );
}
