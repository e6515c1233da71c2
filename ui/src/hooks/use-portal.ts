import { useLayoutEffect } from 'react';

/** Whose fingers the controls are made for: 36 px for a teacher's mouse, 48 px for a student. Dialogs follow, as it stands on the root. */
export function usePortal(portal: 'teacher' | 'student') {
  useLayoutEffect(() => {
    document.documentElement.dataset['portal'] = portal;
  }, [portal]);
}
