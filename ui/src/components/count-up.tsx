import { useEffect, useRef, useState } from 'react';

import { formatNumber } from '@/lib/format';
import { prefersReducedMotion } from '@/lib/reduced-motion';

const DURATION_MS = 900;

function easeOut(part: number): number {
  return 1 - (1 - part) ** 3;
}

/** The number to show on the way up to `value`; a lower value is there at once. */
function useCountUp(value: number, from: number): number {
  const [shown, setShown] = useState(from);
  const latest = useRef(from);
  useEffect(() => {
    const start = latest.current;
    if (start === value) return;
    const jump = start > value || prefersReducedMotion();
    let began: number | undefined;
    let frame = requestAnimationFrame(function step(now) {
      began ??= now;
      const part = jump ? 1 : Math.min(1, (now - began) / DURATION_MS);
      latest.current = Math.round(start + (value - start) * easeOut(part));
      setShown(latest.current);
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [value]);
  return shown;
}

type CountUpProps = {
  value: number;
  /** Where the first count begins; without it the value is simply there. */
  from?: number | undefined;
};

/** A number that counts up when it grows; a screen reader hears only where it ends. */
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
