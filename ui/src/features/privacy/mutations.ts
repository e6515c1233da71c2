import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { unwrap, api } from '@/api/client';
import { settingsKeys } from '@/api/keys';
import type { ComputerSettings } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { toast } from '@/components/toast/toast-store';

import { daysLabel } from './retention-texts';

function describeRetention(days: number | null): string {
  if (days === null) return t`Photos stay.`;
  const period = daysLabel(days);
  return t`Photos are kept for ${period}.`;
}

/** Sets the photo retention in days; null keeps photos as long as their submissions. */
export function useSetPhotoRetention() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      changes: [],
      changesIfFailed: ['settings'],
      failed: t`Failed to change setting. Please try again.`,
    },
    mutationFn: (imageRetentionDays: number | null) =>
      unwrap(api.PUT('/api/settings', { body: { imageRetentionDays } })),
    // A pending response would revert the selection.
    onMutate: () => client.cancelQueries({ queryKey: settingsKeys.all }),
    onSuccess: ({ imageRetentionDays }) => {
      client.setQueryData<ComputerSettings>(
        settingsKeys.all,
        (shown) => shown && { ...shown, imageRetentionDays },
      );
      toast({
        title: t`Setting changed`,
        description: describeRetention(imageRetentionDays),
      });
    },
  });
}
