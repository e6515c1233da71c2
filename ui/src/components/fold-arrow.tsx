import { ChevronRight } from 'lucide-react';

/** Marks a `summary` as one that opens; its `details` has the class `group`. */
export function FoldArrow() {
  return (
    <ChevronRight
      aria-hidden
      className="size-4.5 shrink-0 text-ink-3 transition-transform group-open:rotate-90 rtl:-scale-x-100"
    />
  );
}
