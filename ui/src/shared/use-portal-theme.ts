import { useLayoutEffect } from 'react';

/** Sets the theme of the portal on the root element, dialogs included: controls are 36 px high for teachers, 48 px for students. */
export function usePortalTheme(portal: 'teacher' | 'student') {
  useLayoutEffect(() => {
    document.documentElement.dataset['portal'] = portal;
  }, [portal]);
}
