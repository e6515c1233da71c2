import { t } from '@lingui/core/macro';

import { toast } from '@/components/toast/toast-store';
import { useSaveSetting } from '@/shared/use-save-setting';

import { daysLabel } from './retention-texts';

function describeRetention(days: number | null): string {
  if (days === null) return t`Photos stay.`;
  const period = daysLabel(days);
  return t`Photos are kept for ${period}.`;
}

/** Sets the photo retention in days; null keeps photos as long as their submissions. */
export function useSetPhotoRetention() {
  return useSaveSetting('imageRetentionDays', {
    failed: t`Failed to change setting. Please try again.`,
    onSaved: ({ imageRetentionDays }) => {
      toast({ title: t`Setting changed`, description: describeRetention(imageRetentionDays) });
    },
  });
}
