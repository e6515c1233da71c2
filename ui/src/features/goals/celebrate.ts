import { prefersReducedMotion } from '@/lib/reduced-motion';

/** Shows confetti, loaded on demand; nothing when reduced motion is preferred. */
export async function celebrate() {
  if (prefersReducedMotion()) return;
  try {
    (await import('./confetti')).throwConfetti();
  } catch {
    // Its code didn't load, e.g. because the server can't be reached. The message is shown without it.
  }
}
