import { userStorage } from '@/auth/user-storage';

import { isBlank, type Written } from './suggestion-rules';

/** The student's suggestion, as far as it was typed and not sent. */
export function suggestionDraftOf(studentId: string) {
  const storage = userStorage.of(studentId);
  const clear = () => {
    storage.remove('suggestion');
  };
  return {
    read: (): Written | null => {
      const saved = storage.read('suggestion') as Partial<Record<keyof Written, unknown>> | null;
      const { name, goalbucks, description } = saved ?? {};
      if (typeof name !== 'string' || typeof goalbucks !== 'string' || typeof description !== 'string')
        return null;
      return { name, goalbucks, description };
    },
    write: (written: Written) => {
      if (isBlank(written)) clear();
      else storage.write('suggestion', written);
    },
    clear,
  };
}
