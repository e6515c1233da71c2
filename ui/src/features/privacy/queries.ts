import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { settingsKeys } from '@/api/keys';

/** Number of photos that a retention of `days` would delete now. */
export const duePhotosQuery = (days: number) =>
  queryOptions({
    queryKey: [...settingsKeys.duePhotos, days],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/settings/image-retention', { signal, params: { query: { days } } })),
    staleTime: 0,
    gcTime: 0,
  });
