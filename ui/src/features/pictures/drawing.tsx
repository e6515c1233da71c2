import type { ReactNode } from 'react';

import type { Picture } from './queries';

const ink = { fill: 'currentColor', stroke: 'none' };

/** Drawings of 48 x 48 units, distinguishable by their outlines alone. */
const drawings: Record<Picture, ReactNode> = {
  cat: (
    <>
      <path d="M10 20 9 6l10 7q5-1.5 10 0l10-7-1 14q3 6 0 12-4 9-14 9t-14-9q-3-6 0-12z" />
      <circle cx="18" cy="24" r="1.8" {...ink} />
      <circle cx="30" cy="24" r="1.8" {...ink} />
      <path d="M21.5 30h5L24 33z" {...ink} />
      <path d="M3 28l9 1.5M4 36l8.5-2.500M45 28l-9 1.500M44 36l-8.5-2.5" fill="none" />
    </>
  ),
  fish: (
    <>
      <path d="M4 24c5-9 12-13 19-13 7 0 11 4 14 8l7-7v24l-7-7c-3 4-7 8-14 8-7 0-14-4-19-13z" />
      <circle cx="14" cy="21" r="1.9" {...ink} />
      <path d="M22 16q5 8 0 16" fill="none" />
    </>
  ),
  bird: (
    <>
      <path d="M20 37v7M27 37v7" />
      <path d="M9 17C9 10 14 6 20 6s10 5 11 11l13 6c-2 9-9 15-19 15-10 0-16-7-16-21z" />
      <path d="M9 15l-7 4 7 3z" />
      <circle cx="17" cy="14" r="1.9" {...ink} />
      <path d="M18 25c5 5 12 5 16-1" fill="none" />
    </>
  ),
  turtle: (
    <>
      <path d="M36 25c1-6 10-7 10 0 0 4-3 6-6 6h-4z" />
      <circle cx="42" cy="24.5" r="1.5" {...ink} />
      <path d="M9 30v8h7v-8M28 30v8h7v-8M7 29l-5 4" />
      <path d="M6 31a16 16 0 0 1 32 0z" />
      <path d="M16 31l3-8h6l3 8M19 23l-4-5M25 23l4-5" fill="none" />
    </>
  ),
  apple: (
    <>
      <path d="M24 15c-5-4-16-3-16 10 0 10 7 18 11 18 2 0 3-1.5 5-1.500s3 1.5 5 1.500c4 0 11-8 11-18 0-13-11-14-16-10z" />
      <path d="M24 15c0-5 0-7-2-11" fill="none" />
      <path d="M26 9c2-5 7-6 11-5-1 5-6 8-11 5z" />
    </>
  ),
  flower: (
    <>
      <path d="M24 24v21" fill="none" />
      <path d="M24 43c-9 1-13-3-13-8 8-1 13 2 13 8zM24 43c9 1 13-3 13-8-8-1-13 2-13 8z" />
      <circle cx="24" cy="7.5" r="5.5" />
      <circle cx="32.5" cy="13.5" r="5.5" />
      <circle cx="29.5" cy="23" r="5.5" />
      <circle cx="18.5" cy="23" r="5.5" />
      <circle cx="15.5" cy="13.5" r="5.5" />
      <circle cx="24" cy="16" r="4.5" />
    </>
  ),
  tree: (
    <>
      <path d="M20.5 32h7v12h-7z" />
      <path d="M24 3c5 0 8 3 9 7 5 1 8 5 8 9 0 6-4 10-9 10-2 3-5 5-8 5s-6-2-8-5c-5 0-9-4-9-10 0-4 3-8 8-9 1-4 4-7 9-7z" />
    </>
  ),
  sun: (
    <>
      <circle cx="24" cy="24" r="9.5" />
      <path
        d="M24 3v6M24 39v6M3 24h6M39 24h6M9.2 9.200l4.2 4.200M34.6 34.600l4.2 4.200M9.2 38.800l4.2-4.200M34.6 13.400l4.2-4.2"
        fill="none"
      />
    </>
  ),
  moon: <path d="M28 4a20 20 0 1 0 16 27A17 17 0 0 1 28 4z" />,
  car: (
    <>
      <path d="M3 34v-8l6-3 6-11h16l7 10 7 2v10z" />
      <path d="M15 23l3-6h5v6zM28 17h1.500l4 6H28z" fill="var(--color-surface)" />
      <circle cx="13" cy="34" r="5" />
      <circle cx="35" cy="34" r="5" />
    </>
  ),
  house: (
    <>
      <path d="M9 22h30v21H9z" />
      <path d="M3 24 24 5l21 19z" />
      <path d="M20 43V31h8v12" fill="var(--color-surface)" />
    </>
  ),
  umbrella: (
    <>
      <path d="M24 5V2M24 25v15a5 5 0 0 0 10 0" fill="none" />
      <path d="M3 26a21 21 0 0 1 42 0q-5-5-10.5 0-5-5-10.5 0-5-5-10.5 0Q8 21 3 26z" />
    </>
  ),
};

/** A picture without its name. */
export function Drawing({ picture, className }: { picture: Picture; className?: string }) {
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      fill="var(--color-hill-1)"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {drawings[picture]}
    </svg>
  );
}
