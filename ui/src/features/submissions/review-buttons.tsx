import { Check, X } from 'lucide-react';

import { Button } from '@/components/button';

import type { Verdict } from './review-rules';

/** Deny and Approve: each opens the comment box. `data-verdict` is how the focus finds its way back. */
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
        Deny
      </Button>
      <Button
        variant="primary"
        icon={<Check aria-hidden />}
        data-verdict="approved"
        onClick={() => {
          onBegin('approved');
        }}
      >
        Approve
      </Button>
    </>
  );
}
