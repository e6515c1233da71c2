import { userStorage } from '@/components/user-storage';

import type { Written } from './suggestion-rules';

/** The signed-in student's suggestion, as far as it was typed and not sent. */
export const suggestionDraft = {
  read: (): Written | null => {
    const saved = userStorage.read('suggestion') as Partial<Record<keyof Written, unknown>> | null;
    const { name, goalbucks, description } = saved ?? {};
    if (typeof name !== 'string' || typeof goalbucks !== 'string' || typeof description !== 'string')
      return null;
    return { name, goalbucks, description };
  },
  write: (written: Written) => {
    userStorage.write('suggestion', written);
  },
  clear: () => {
    userStorage.remove('suggestion');
  },
};
