import { useSearchParams } from 'react-router';

import type { Classroom } from '@/api/types';
import { tabStorage } from '@/lib/browser-storage';

const KEY = 'connect_class';

/** The class whose students come in: the one in the address, else the one chosen last in this window, else the first. */
export function useConnectClass(classes: Classroom[] | undefined) {
  const [params, setParams] = useSearchParams();
  const find = (wanted: string | null) => classes?.find(({ id }) => id === wanted);
  const classroom = find(params.get('class')) ?? find(tabStorage.read(KEY)) ?? classes?.[0];
  const choose = (classroomId: string) => {
    tabStorage.keep(KEY, classroomId);
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
