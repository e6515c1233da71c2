import type { ReactNode } from 'react';

/** Frame of the illustrations of empty and error states. Colors come from the theme. */
export function Art({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 168 112" aria-hidden="true" className="mirror-rtl mb-4 h-28 w-42">
      <ellipse cx="84" cy="100" rx="72" ry="7" fill="var(--color-sunken)" />
      <g
        fill="var(--color-surface)"
        stroke="var(--color-brand)"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        {children}
      </g>
    </svg>
  );
}
