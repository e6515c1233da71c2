import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import type { StudentGroup } from '@/api/types';

/** Limit of groups in a class, as on the server. */
export const MAX_GROUPS = 12;
const MAX_NAME = 40;

export const groupSchema = z.object({
  name: z.string().check(
    z.trim(),
    z.minLength(1, { error: () => t`Name the group.`, abort: true }),
    // The server counts code points.
    z.refine((name) => Array.from(name).length <= MAX_NAME, {
      error: () => t`The name can have at most ${MAX_NAME} characters.`,
    }),
  ),
});

const nameKey = (name: string) => name.trim().normalize('NFKC').toLocaleLowerCase();

/** The group of this name, compared without case. The server, which decides, also takes all apostrophes as one. */
export function groupNamed(groups: readonly StudentGroup[], name: string): StudentGroup | undefined {
  return groups.find((group) => nameKey(group.name) === nameKey(name));
}
