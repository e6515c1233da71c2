import type { ReactNode } from 'react';

import type { GoalPicture } from '@/api/types';

const ink = { fill: 'currentColor', stroke: 'none' };
const second = { fill: 'var(--color-hill-2)' };
const paper = { fill: 'var(--color-surface)' };

/** Drawings of 48 x 48 units, distinguishable by their outlines alone, also at 24 px. */
const drawings: Record<GoalPicture, ReactNode> = {
  book: (
    <>
      <path d="M24 13C19 8.8 12 8.3 5 9.8v28c7-1.5 14-1 19 3z" />
      <path d="M24 13c5-4.2 12-4.7 19-3.2v28c-7-1.5-14-1-19 3z" />
      <path
        fill="none"
        d="M11 17.3c2.7-.2 5 .2 7 1.2M11 24.3c2.7-.2 5 .2 7 1.2M37 17.3c-2.7-.2-5 .2-7 1.2M37 24.3c-2.7-.2-5 .2-7 1.2"
      />
    </>
  ),
  pencil: (
    <>
      <path d="M7 41l3.2-12L31 8.2l8.8 8.8L19 37.8z" />
      <path {...second} d="M27.5 11.7l4.3-4.3a3 3 0 0 1 4.2 0l4.6 4.6a3 3 0 0 1 0 4.2l-4.3 4.3z" />
      <path fill="none" d="M10.2 29l8.8 8.8" />
      <path {...ink} d="M7 41l1.4-5.1 3.7 3.7z" />
    </>
  ),
  abacus: (
    <>
      <rect {...paper} x="6" y="6" width="36" height="36" rx="5" />
      <path fill="none" d="M6 15h36M6 24h36M6 33h36" />
      <g {...second}>
        <circle cx="14" cy="15" r="3.6" />
        <circle cx="22" cy="15" r="3.6" />
        <circle cx="35" cy="15" r="3.6" />
        <circle cx="14" cy="24" r="3.6" />
        <circle cx="27" cy="24" r="3.6" />
        <circle cx="35" cy="24" r="3.6" />
        <circle cx="14" cy="33" r="3.6" />
        <circle cx="22" cy="33" r="3.6" />
        <circle cx="30" cy="33" r="3.6" />
      </g>
    </>
  ),
  globe: (
    <>
      <path fill="none" d="M24 36v7M14 43.5h20" />
      <path fill="none" d="M37.5 8.5a18 18 0 0 1-24.5 25" />
      <circle cx="23" cy="20" r="13.5" />
      <path
        {...second}
        d="M17 8c5-2.5 9-1.5 11 1.5-2 3.5-6 2.5-7 5.5s3 3 2.5 6-5 4-6.5 1.5S12 20 10 18c.5-4.5 3-8 7-10z"
      />
      <path {...second} d="M29 24c1.5-2.5 4-3 7-2-.8 4-3 7.5-6 9.5-2-2-2.5-5-1-7.5z" />
    </>
  ),
  flask: (
    <>
      <path {...paper} d="M19.5 6v13L9.3 36.5A4.7 4.7 0 0 0 13.3 43.5h21.4a4.7 4.7 0 0 0 4-7L28.5 19V6z" />
      <path
        {...second}
        d="M13.6 29.2c3.5-2.2 6.9-2.2 10.4 0s6.9 2.2 10.4 0l4.3 7.3a4.7 4.7 0 0 1-4 7H13.3a4.7 4.7 0 0 1-4-7z"
      />
      <path fill="none" d="M16.5 6h15" />
      <circle {...paper} cx="20" cy="37" r="2" />
      <circle {...paper} cx="28" cy="35.5" r="1.6" />
    </>
  ),
  palette: (
    <>
      <path d="M24 5.5C13 5.5 4.5 13.5 4.5 24S13 42.5 23 42.5c4.5 0 5.3-3 4-6-1.4-3.2.4-5.5 4-5.5h5.5c4.3 0 7-3.2 7-8C43.5 12.7 34.8 5.5 24 5.5z" />
      <g {...second}>
        <circle cx="14" cy="26" r="3.2" />
        <circle cx="16.5" cy="16" r="3.2" />
        <circle cx="26" cy="12.8" r="3.2" />
        <circle cx="35" cy="19" r="3.2" />
      </g>
    </>
  ),
  music: (
    <>
      <path d="M18 9.5L40 5v8L18 17.5z" />
      <path fill="none" d="M18 36V9.5M40 31.5V5" />
      <ellipse {...second} cx="12.3" cy="36.5" rx="6" ry="5" />
      <ellipse {...second} cx="34.3" cy="32" rx="6" ry="5" />
    </>
  ),
  ball: (
    <>
      <circle cx="24" cy="24" r="18.5" />
      <path fill="none" d="M24 5.5v37M5.5 24h37M10.5 11.5c7.5 7 7.5 18 0 25M37.5 11.5c-7.5 7-7.5 18 0 25" />
    </>
  ),
  broom: (
    <>
      <path fill="none" d="M43 5L29 19" />
      <path d="M18.5 19.5l10 10c-1 5.5-3.3 10-7 14.5L4 26.5c4.5-3.7 9-6 14.5-7z" />
      <path {...second} d="M23 15l10 10-4.5 4.5-10-10z" />
      <path fill="none" d="M17.5 25.5l-7 7M22 29.5l-5.5 9" />
    </>
  ),
  backpack: (
    <>
      <path fill="none" d="M17.5 11V9a6.5 6.5 0 0 1 13 0v2" />
      <path d="M10 26H7.5A2.5 2.5 0 0 0 5 28.5v8A2.5 2.5 0 0 0 7.5 39H10zM38 26h2.5a2.5 2.5 0 0 1 2.5 2.5v8a2.5 2.5 0 0 1-2.5 2.5H38z" />
      <path d="M10 24.5a14 14 0 0 1 28 0V39a4.5 4.5 0 0 1-4.5 4.5h-19A4.5 4.5 0 0 1 10 39z" />
      <path {...second} d="M15.5 30h17v9a4.5 4.5 0 0 1-4.5 4.5h-8a4.5 4.5 0 0 1-4.5-4.5z" />
      <path fill="none" d="M18 20.5h12M24 30v4" />
    </>
  ),
  clock: (
    <>
      <path fill="none" d="M13 39l-3.5 4.5M35 39l3.5 4.5" />
      <path {...second} d="M5.5 15.5a7 7 0 0 1 9.8-9.2zM42.5 15.5a7 7 0 0 0-9.8-9.2z" />
      <circle cx="24" cy="25.5" r="16" />
      <path fill="none" d="M24 16v9.5l6.5 4" />
    </>
  ),
  hand: (
    <>
      <path d="M15 26.5V13a3 3 0 0 1 6 0V8.5a3 3 0 0 1 6 0V12a3 3 0 0 1 6 0v5.5a3 3 0 0 1 6 0V30c0 9-5.5 14-13 14-6.5 0-10.5-3-13.5-9L8 26.5c-1.7-3.7 3-6.2 5.3-3z" />
      <path fill="none" d="M21 13v10M27 12v11M33 17v7" />
    </>
  ),
  heart: (
    <>
      <path d="M24 42.5C10.5 32.5 4.5 25.5 4.5 17.5A9.8 9.8 0 0 1 14.3 7.5c4.2 0 7.7 2.2 9.7 6.2 2-4 5.5-6.2 9.7-6.2a9.8 9.8 0 0 1 9.8 10c0 8-6 15-19.5 25z" />
      <path fill="none" d="M11 19.5c-.6-3.3.8-5.7 3.8-6.3" />
    </>
  ),
  speech: (
    <>
      <path d="M10 7h28a5.5 5.5 0 0 1 5.5 5.5v15A5.5 5.5 0 0 1 38 33H24.5L14 42v-9h-4a5.5 5.5 0 0 1-5.5-5.5v-15A5.5 5.5 0 0 1 10 7z" />
      <path fill="none" d="M14 16.5h20M14 23.5h12" />
    </>
  ),
  ear: (
    <>
      <path d="M19 22a11.5 11.5 0 0 1 23 0c0 8-7.5 8.5-8.5 14.5-.7 4.2-3.5 7-7.5 7-4.3 0-7-3-7-7z" />
      <path fill="none" d="M25.5 22a5 5 0 0 1 10 0c0 4.5-5 4.5-5.5 9" />
      <path fill="none" d="M12.5 14.5c-2 4.5-2 10 0 14.5M6 11.5c-3 6.5-3 14 0 20.5" />
    </>
  ),
  puzzle: (
    <>
      <path d="M7 16h9c-2-5.8 1.2-10.5 6-10.5S30 10.2 28 16h9v9c5.3-2 9 1.2 9 5.5s-3.7 7.5-9 5.5v6.5H7V34c4.7 1.7 8-1 8-4.5S11.7 23.3 7 25z" />
    </>
  ),
  soap: (
    <>
      <path fill="none" d="M24 16.5V8.5h-8.5c-2.5 0-4 1.6-4 4" />
      <path {...second} d="M19.5 16.5h9V23h-9z" />
      <path d="M14 22.5h20a4 4 0 0 1 4 4V39a4.5 4.5 0 0 1-4.5 4.5h-19A4.5 4.5 0 0 1 10 39V26.5a4 4 0 0 1 4-4z" />
      <path {...paper} d="M24 27c3.4 3.8 5 6 5 8.2a5 5 0 0 1-10 0c0-2.2 1.6-4.4 5-8.2z" />
    </>
  ),
  letter: (
    <>
      <rect x="4.5" y="10" width="39" height="29" rx="4.5" />
      <path fill="none" d="M5.5 36.5L18.5 25M42.5 36.5L29.5 25" />
      <path
        {...paper}
        d="M5.5 12.5l15.6 13.6a4.4 4.4 0 0 0 5.8 0L42.5 12.5c-.8-1.6-2.2-2.5-4-2.5H9.5c-1.8 0-3.2.9-4 2.5z"
      />
    </>
  ),
  'watering-can': (
    <>
      <path
        fill="none"
        d="M35 21h2.5a6.5 6.5 0 0 1 6.5 6.5c0 6-4 10.5-9 11.5M18.5 18.5c0-11.5 12.5-11.5 12.5 0"
      />
      <path d="M14.5 35L7 17.5l4.5-1.5 3 7z" />
      <path {...second} d="M2.8 18l10.9-4.5 1.4 3.5-10.9 4.5z" />
      <path d="M14.5 18.5H35V40a3.5 3.5 0 0 1-3.5 3.5H18a3.5 3.5 0 0 1-3.5-3.5z" />
      <path {...second} d="M14.5 27H35v6H14.5z" />
      <path fill="none" d="M4 27v3.5M8 33v3.5M4 39v3.5" />
    </>
  ),
  laptop: (
    <>
      <rect x="8" y="8" width="32" height="25" rx="4" />
      <rect {...paper} x="13" y="13" width="22" height="15" rx="1.5" />
      <path {...second} d="M3.5 35.5h41l-1.8 3.8a3.5 3.5 0 0 1-3.2 2H8.5a3.5 3.5 0 0 1-3.2-2z" />
    </>
  ),
  chair: (
    <>
      <path fill="none" d="M17.5 21v7M30.5 21v7M13 34.5v9M35 34.5v9" />
      <rect x="12.5" y="5" width="23" height="16.5" rx="5" />
      <rect {...second} x="8.5" y="27.5" width="31" height="7.5" rx="3.5" />
    </>
  ),
  film: (
    <>
      <path {...second} d="M5.3 18l-1-5.2a2.5 2.5 0 0 1 2-3L37.7 4a2.5 2.5 0 0 1 3 2l.9 5.2z" />
      <path fill="none" d="M14 8.3l3 7.5M23.5 6.6l3 7.5M33 4.9l3 7.4" />
      <rect x="5.5" y="18.5" width="37" height="25" rx="4" />
      <path
        {...paper}
        d="M20.5 25.2v11.6a.8.8 0 0 0 1.2.7l9.6-5.8a.8.8 0 0 0 0-1.4l-9.6-5.8a.8.8 0 0 0-1.2.7z"
      />
    </>
  ),
  gift: (
    <>
      <path d="M8.5 23.5h31V40a3.5 3.5 0 0 1-3.5 3.5H12A3.5 3.5 0 0 1 8.5 40z" />
      <path
        {...paper}
        d="M24 14.5c-4.5-10.5-16-11-16-5 0 4.5 8.5 5 16 5zM24 14.5c4.5-10.5 16-11 16-5 0 4.5-8.5 5-16 5z"
      />
      <rect {...second} x="4.5" y="14.5" width="39" height="9.5" rx="3" />
      <path {...paper} d="M20.5 14.5h7v29h-7z" />
    </>
  ),
  star: (
    <>
      <path d="M24 4.5l6 12.2 13.5 2-9.8 9.5 2.3 13.4L24 35.3l-12 6.3 2.3-13.4-9.8-9.5 13.5-2z" />
    </>
  ),
};

/** The drawing alone. */
export default function Drawing({ picture }: { picture: GoalPicture }) {
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      fill="var(--color-hill-1)"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-7/10"
    >
      {drawings[picture]}
    </svg>
  );
}
