import { useLayoutEffect, useRef } from 'react';

import type { Point } from './geometry';

/** A point of the photo, as fractions of its width and height, and its place in the window. */
type Anchor = { fractions: Point; at: Point };

function scrollToAnchor(stage: HTMLElement, photo: HTMLElement, { fractions, at }: Anchor) {
  const { left, top, width, height } = photo.getBoundingClientRect();
  stage.scrollLeft += left + fractions.x * width - at.x;
  stage.scrollTop += top + fractions.y * height - at.y;
}

/** Keeps a point of the photo at its place in the window while zooming, as far as the stage scrolls. */
export function useZoomAnchor(stage: HTMLElement | null, photo: HTMLElement | null, zoom: number) {
  const anchor = useRef<Anchor | null>(null);
  useLayoutEffect(() => {
    if (stage && photo && anchor.current) scrollToAnchor(stage, photo, anchor.current);
  }, [stage, photo, zoom]);
  return {
    /** Anchors the point of the photo that is at this place in the window. */
    hold: (at: Point) => {
      if (!photo) return;
      const { left, top, width, height } = photo.getBoundingClientRect();
      anchor.current = { fractions: { x: (at.x - left) / width, y: (at.y - top) / height }, at };
    },
    /** Moves the anchored point to another place in the window. */
    moveTo: (at: Point) => {
      if (!stage || !photo || !anchor.current) return;
      anchor.current = { ...anchor.current, at };
      scrollToAnchor(stage, photo, anchor.current);
    },
  };
}
