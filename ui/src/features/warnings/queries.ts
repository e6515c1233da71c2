import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { warningKeys } from '@/api/keys';

/** Warnings about the class computer; live events refresh them. */
export const warningsQuery = queryOptions({
  queryKey: warningKeys.all,
  queryFn: ({ signal }) => unwrap(api.GET('/api/warnings', { signal })),
});
