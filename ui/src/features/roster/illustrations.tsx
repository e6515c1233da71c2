import { Art } from '@/components/illustrations/art';

function Line({ y, length }: { y: number; length: number }) {
  return (
    <>
      <circle cx="62" cy={y} r="5" fill="var(--color-brand-soft-2)" />
      <path d={`M74 ${y}h${length}`} />
    </>
  );
}

/** A sheet with a list of names. */
export function ListArt() {
  return (
    <Art>
      <path d="M46 14h54l22 22v58a6 6 0 0 1-6 6H52a6 6 0 0 1-6-6z" />
      <path d="M100 14v22h22z" fill="var(--color-brand-soft-2)" />
      <Line y={50} length={32} />
      <Line y={67} length={26} />
      <Line y={84} length={30} />
    </Art>
  );
}

/** A flag on its hill: done. */
export function FlagArt() {
  return (
    <Art>
      <path d="M16 99c22-2 34-44 64-44s40 42 72 44z" fill="var(--color-brand-soft-2)" />
      <path d="M80 55V14M82 15l30 11-30 11.5z" fill="var(--color-brand)" />
      <path d="M78 66c6 8-14 10-10 18s20 4 22 12" fill="none" strokeDasharray="1 6" />
    </Art>
  );
}
