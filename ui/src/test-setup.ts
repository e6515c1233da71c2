import '@testing-library/jest-dom/vitest';

import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

import { toastStore } from '@/components/toast-store';

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  // Outlives its page; the next test's Escape would close it instead of a dialog.
  const left = toastStore.current();
  if (left) toastStore.dismiss(left.key);
});
