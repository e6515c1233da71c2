import { type PointerEvent, useRef } from 'react';

import { distanceOf, middleOf, type Point } from './geometry';

type PanAndPinch = {
  /** False without a photo. */
  enabled: boolean;
  onPan: (x: number, y: number) => void;
  onPinchStart: (middle: Point) => void;
  /** `factor`: distance of the two pointers relative to the start. */
  onPinch: (middle: Point, factor: number) => void;
};

/** Pans with one pointer, and pans and zooms with two. Spread the result on an element with `touch-action: none`. */
export function usePanAndPinch({ enabled, onPan, onPinchStart, onPinch }: PanAndPinch) {
  const pointers = useRef(new Map<number, Point>());
  const startDistance = useRef(1);
  const start = () => {
    const [first, second] = pointers.current.values();
    if (!first || !second) return;
    startDistance.current = Math.max(1, distanceOf(first, second));
    onPinchStart(middleOf(first, second));
  };
  const end = (event: PointerEvent) => {
    if (pointers.current.delete(event.pointerId)) start();
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (!enabled || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      start();
    },
    onPointerMove: (event: PointerEvent) => {
      const from = pointers.current.get(event.pointerId);
      if (!from) return;
      const to = { x: event.clientX, y: event.clientY };
      pointers.current.set(event.pointerId, to);
      const [first, second] = pointers.current.values();
      if (first && second)
        onPinch(middleOf(first, second), distanceOf(first, second) / startDistance.current);
      else onPan(from.x - to.x, from.y - to.y);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
