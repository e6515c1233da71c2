import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { Button } from '@/components/button';

/** Submits a form that signs a student in. */
export function StudentLoginButton({ pending }: { pending: boolean }) {
  return (
    <Button variant="primary" size="large" block type="submit" pending={pending} pendingLabel={t`Signing in`}>
      <Trans>Student Login</Trans>
    </Button>
  );
}
