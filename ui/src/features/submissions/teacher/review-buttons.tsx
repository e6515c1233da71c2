import { Trans } from '@lingui/react/macro';
import { Check, X } from 'lucide-react';

import { Button } from '@/components/button';

import type { Verdict } from './review-rules';

/** Deny and Approve buttons, which open the comment form. `data-verdict` is used to restore the focus. */
export function ReviewButtons({ onBegin }: { onBegin: (verdict: Verdict) => void }) {
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
        variant="primary"
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
