import { prefersReducedMotion } from '@/components/reduced-motion';

/** Throws confetti, which loads on demand; none with reduced motion. */
export async function celebrate() {
  if (prefersReducedMotion()) return;
  try {
    (await import('./confetti')).throwConfetti();
  } catch {
    // The class computer is away: joy without paper.
  }
}
