import { Art } from './art';

function Chair({ x, fill }: { x: number; fill?: string }) {
  return (
    <g transform={`translate(${x})`} {...(fill !== undefined && { fill })}>
      <path fill="none" d="M8 99V72M28 99V72M18 50v12" />
      <rect x="9" y="30" width="18" height="20" rx="5" />
      <rect y="62" width="36" height="10" rx="4" />
    </g>
  );
}

/** Empty classroom. */
export function ChairsArt() {
  return (
    <Art>
      <Chair x={14} />
      <Chair x={66} fill="var(--color-brand-soft-2)" />
      <Chair x={118} />
    </Art>
  );
}

/** A hill without its flag: no goals yet. */
export function HillArt() {
  return (
    <Art>
      <path d="M16 99c22-2 34-44 64-44s40 42 72 44z" fill="var(--color-brand-soft-2)" />
      <path d="M80 55V20M82 21l24 9-24 9" />
      <path d="M78 66c6 8-14 10-10 18s20 4 22 12" fill="none" strokeDasharray="1 6" />
    </Art>
  );
}

/** An empty tray: everything is reviewed. */
export function TrayArt() {
  return (
    <Art>
      <path d="M34 66l14-32h72l14 32v28a6 6 0 0 1-6 6H40a6 6 0 0 1-6-6z" />
      <path
        d="M34 66h28l8 12h28l8-12h28v28a6 6 0 0 1-6 6H40a6 6 0 0 1-6-6z"
        fill="var(--color-brand-soft-2)"
      />
      <path d="M66 48h36" fill="none" />
    </Art>
  );
}

/** A cup on a shelf with free space: an empty collection. */
export function CupArt() {
  return (
    <Art>
      <path d="M18 84h132v8H18z" fill="var(--color-brand-soft-2)" />
      <path d="M68 28h-12c0 16 5 22 14 23M100 28h12c0 16-5 22-14 23" fill="none" />
      <path d="M66 22h36v18a18 18 0 0 1-36 0z" />
      <path d="M84 58v14M72 84v-6a6 6 0 0 1 6-6h12a6 6 0 0 1 6 6v6" />
      <path d="M28 76h18M122 76h18" fill="none" strokeDasharray="1 6" />
    </Art>
  );
}

/** A closed box: an empty archive. */
export function BoxArt() {
  return (
    <Art>
      <path d="M44 46h80v48a6 6 0 0 1-6 6H50a6 6 0 0 1-6-6z" fill="var(--color-brand-soft-2)" />
      <rect x="36" y="28" width="96" height="18" rx="4" />
      <path d="M70 62h28" fill="none" />
    </Art>
  );
}

/** A single gift: an empty store. */
export function GiftArt() {
  return (
    <Art>
      <path d="M48 60h72v34a5 5 0 0 1-5 5H53a5 5 0 0 1-5-5z" fill="var(--color-brand-soft-2)" />
      <rect x="42" y="44" width="84" height="16" rx="4" />
      <path d="M77 44h14v55H77z" />
      <path d="M84 44c-8-20-32-22-32-10s20 12 32 10zM84 44c8-20 32-22 32-10s-20 12-32 10z" />
    </Art>
  );
}
