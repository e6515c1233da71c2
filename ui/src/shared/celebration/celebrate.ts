import { prefersReducedMotion } from '@/lib/reduced-motion';

/** Shows confetti, loaded on demand; nothing when reduced motion is preferred. */
export async function celebrate() {
  if (prefersReducedMotion()) return;
  try {
    (await import('./confetti')).throwConfetti();
  } catch {
    // The chunk failed to load. The message is shown without confetti.
  }
}
