import { Trans } from '@lingui/react/macro';
import { Check, X } from 'lucide-react';

import { Button, type ButtonVariant } from '@/components/button';

import type { Verdict } from './review-rules';

/** Deny and Approve buttons, which open the comment form. `data-verdict` is used to restore the focus. */
export function ReviewButtons({
  onBegin,
  approveVariant = 'primary',
}: {
  onBegin: (verdict: Verdict) => void;
  approveVariant?: ButtonVariant;
}) {
  return (
    <>
      <Button
        variant="danger-outline"
        icon={<X aria-hidden />}
        data-verdict="denied"
        onClick={() => {
          onBegin('denied');
        }}
      >
        <Trans>Deny</Trans>
      </Button>
      <Button
        variant={approveVariant}
        icon={<Check aria-hidden />}
        data-verdict="approved"
        onClick={() => {
          onBegin('approved');
        }}
      >
        <Trans>Approve</Trans>
      </Button>
    </>
  );
}
