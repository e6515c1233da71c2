import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { settingsKeys } from '@/api/keys';
import type { ComputerSettings } from '@/api/types';
import { toast } from '@/components/toast/toast-store';

import { daysInWords } from './retention-texts';

/** How many photos would go now if they were kept for so many days. */
export const duePhotosQuery = (days: number) =>
  queryOptions({
    queryKey: [...settingsKeys.duePhotos, days],
    queryFn: ({ signal }) =>
      data(api.GET('/api/settings/image-retention', { signal, params: { query: { days } } })),
    staleTime: 0,
    gcTime: 0,
  });

/** Keeps photos for so many days from now on; null: as long as their submissions. */
export function useKeepPhotos() {
  const client = useQueryClient();
  return useMutation({
    meta: { invalidates: [], failed: 'Failed to change setting. Please try again.' },
    mutationFn: (imageRetentionDays: number | null) =>
      data(api.PUT('/api/settings', { body: { imageRetentionDays } })),
    // An answer still on its way would put the choice back.
    onMutate: () => client.cancelQueries({ queryKey: settingsKeys.all }),
    onSuccess: ({ imageRetentionDays }) => {
      client.setQueryData<ComputerSettings>(
        settingsKeys.all,
        (shown) => shown && { ...shown, imageRetentionDays },
      );
      toast({
        title: 'Setting changed',
        description:
          imageRetentionDays === null
            ? 'Photos stay.'
            : `Photos are kept for ${daysInWords(imageRetentionDays)}.`,
      });
    },
    // It may have been kept, and only the answer be lost.
    onError: () => void client.invalidateQueries({ queryKey: settingsKeys.all }),
  });
}
