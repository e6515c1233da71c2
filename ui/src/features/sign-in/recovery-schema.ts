import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import { newPassword } from '@/shared/account-schemas';

export const recoverySchema = z.object({
  username: z.string().check(z.trim(), z.minLength(1, { error: () => t`Email is required.` })),
  code: z.string().check(z.trim(), z.minLength(1, { error: () => t`Recovery code is required.` })),
  newPassword: newPassword(6),
});
