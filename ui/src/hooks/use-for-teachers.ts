import { useEffect } from 'react';

import { showForTeachers } from '@/lib/language';

/** Shows the page in a language of teachers, while a part of it is for them although none is signed in. */
export function useForTeachers(isForTeachers = true) {
  useEffect(() => (isForTeachers ? showForTeachers() : undefined), [isForTeachers]);
}
