import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { PinOff } from 'lucide-react';

import { useMySavings } from '@/features/savings/queries';
import { useChooseSavings } from '@/features/savings/use-choose-savings';
import { SpokenNotice } from '@/shared/read-aloud/spoken-notice';

import type { NewsSource } from './news-source';

/** The item that the student saved for was deleted; dismissed once, on all devices. */
export function useSavingsNews(): NewsSource {
  const savings = useMySavings();
  const { mutate } = useChooseSavings();
  if (savings?.itemId !== null) return { ids: [], notices: null };
  const { itemName } = savings;
  return {
    ids: [`savings ${itemName}`],
    notices: (
      <SpokenNotice
        icon={<PinOff aria-hidden />}
        title={
          <Trans>
            &ldquo;<bdi>{itemName}</bdi>&rdquo; is not in the store any more
          </Trans>
        }
        onDismiss={() => {
          mutate(null);
        }}
      >
        <p className="text-ink-2">{t`You saved for it. Your GoalBucks are still yours. You can save for something else.`}</p>
      </SpokenNotice>
    ),
  };
}
