import { queryOptions } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { warningKeys } from '@/api/keys';

/** What a teacher should know of the class computer; an event tells when it changes. */
export const warningsQuery = queryOptions({
  queryKey: warningKeys.all,
  queryFn: ({ signal }) => data(api.GET('/api/warnings', { signal })),
});
