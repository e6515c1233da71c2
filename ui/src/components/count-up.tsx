import { useEffect, useRef, useState } from 'react';

import { formatNumber } from '@/lib/format';
import { prefersReducedMotion } from '@/lib/reduced-motion';

const DURATION_MS = 900;

function easeOut(progress: number): number {
  return 1 - (1 - progress) ** 3;
}

/** Animates towards a higher `value`; jumps to a lower one. */
function useCountUp(value: number, from: number): number {
  const [shown, setShown] = useState(from);
  const latest = useRef(from);
  useEffect(() => {
    const start = latest.current;
    if (start === value) return;
    const skipAnimation = start > value || prefersReducedMotion();
    let startedAt: number | undefined;
    let frame = requestAnimationFrame(function step(now) {
      startedAt ??= now;
      const progress = skipAnimation ? 1 : Math.min(1, (now - startedAt) / DURATION_MS);
      latest.current = Math.round(start + (value - start) * easeOut(progress));
      setShown(latest.current);
      if (progress < 1) frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [value]);
  return shown;
}

type CountUpProps = {
  value: number;
  /** Start of the first animation; none by default. */
  from?: number | undefined;
};

/** Number that counts up; screen readers get only the final value. */
export function CountUp({ value, from = value }: CountUpProps) {
  const shown = useCountUp(value, from);
  if (shown === value) return formatNumber(value);
  return (
    <>
      <span aria-hidden="true">{formatNumber(shown)}</span>
      <span className="sr-only">{formatNumber(value)}</span>
    </>
  );
}
