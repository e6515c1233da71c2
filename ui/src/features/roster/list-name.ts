import { plural, t } from '@lingui/core/macro';

import type { RosterList } from './use-roster-list';

/** The name of the file, or a description of the list. */
export function listName({ source }: Pick<RosterList, 'source'>): string {
  if (!source || 'text' in source) return t`Pasted rows`;
  const [first] = source.files;
  const count = source.files.length;
  return count === 1 && first ? first.name : plural(count, { one: '# file', other: '# files' });
}
