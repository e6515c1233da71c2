import { useSearchParams } from 'react-router';

import type { Classroom } from '@/api/types';
import { tabStorage } from '@/lib/browser-storage';

const KEY = 'connect_class';

/** The selected class: from the URL, else the last one chosen in this window, else the first. */
export function useConnectClass(classes: Classroom[] | undefined) {
  const [params, setParams] = useSearchParams();
  const find = (wanted: string | null) => classes?.find(({ id }) => id === wanted);
  const classroom = find(params.get('class')) ?? find(tabStorage.get(KEY)) ?? classes?.[0];
  const choose = (classroomId: string) => {
    tabStorage.set(KEY, classroomId);
    setParams(
      (now) => {
        now.set('class', classroomId);
        return now;
      },
      { replace: true },
    );
  };
  return { classroom, choose };
}
