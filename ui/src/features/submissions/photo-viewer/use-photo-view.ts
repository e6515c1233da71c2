import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

import { centerOf, type Point } from './geometry';
import { usePanAndPinch } from './use-pan-and-pinch';
import { useZoomAnchor } from './use-zoom-anchor';

type Size = { width: number; height: number };

const ZOOMS = [1, 1.5, 2, 3, 4, 6];
const MAX_ZOOM = Math.max(...ZOOMS);
/** Maximum upscaling of small photos. */
const MAX_FIT = 2;

/** Size at which a photo fits the stage; `rotation` is in quarter turns, `photo` the upright size. */
export function fitSize(photo: Size, stage: Size, rotation: number): Size {
  const isSideways = rotation % 2 !== 0;
  const widthScale = stage.width / (isSideways ? photo.height : photo.width);
  const heightScale = stage.height / (isSideways ? photo.width : photo.height);
  const scale = Math.min(widthScale, heightScale, MAX_FIT);
  return { width: Math.floor(photo.width * scale), height: Math.floor(photo.height * scale) };
}

/** The next step of zooming in (1) or out (-1), staying within the steps. */
export function zoomStep(zoom: number, direction: 1 | -1): number {
  if (direction === 1) return ZOOMS.find((step) => step > zoom) ?? MAX_ZOOM;
  return ZOOMS.filter((step) => step < zoom).at(-1) ?? 1;
}

function useElementSize(element: HTMLElement | null): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (!element) return;
    // Not the content box: scroll bars appear on zooming and must not shrink the photo.
    const measure = () => {
      setSize({ width: element.offsetWidth, height: element.offsetHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return size;
}

/** A trackpad pinch is a wheel event with Ctrl. Needs a non-passive listener to prevent page zoom. */
function useTrackpadPinch(element: HTMLElement | null, onZoom: (direction: 1 | -1) => void) {
  const travelled = useRef(0);
  const pinch = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    travelled.current += event.deltaY;
    if (Math.abs(travelled.current) < 40) return;
    onZoom(travelled.current < 0 ? 1 : -1);
    travelled.current = 0;
  });
  useEffect(() => {
    if (!element) return;
    element.addEventListener('wheel', pinch, { passive: false });
    return () => {
      element.removeEventListener('wheel', pinch);
    };
  }, [element]);
}

/** Zooms around the middle of the stage, with two fingers around the middle between them. */
function useZoom(stage: HTMLElement | null, frame: HTMLElement | null) {
  const [zoom, setZoom] = useState(1);
  const anchor = useZoomAnchor(stage, frame, zoom);
  const zoomAtPinchStart = useRef(1);
  const changeZoom = (next: number) => {
    if (stage) anchor.hold(centerOf(stage));
    setZoom(next);
  };
  return {
    zoom,
    resetZoom: () => {
      setZoom(1);
    },
    changeZoom,
    zoomBy: (direction: 1 | -1) => {
      changeZoom(zoomStep(zoom, direction));
    },
    onPinchStart: (middle: Point) => {
      zoomAtPinchStart.current = zoom;
      anchor.hold(middle);
    },
    onPinch: (middle: Point, factor: number) => {
      anchor.moveTo(middle);
      setZoom(Math.min(MAX_ZOOM, Math.max(1, zoomAtPinchStart.current * factor)));
    },
  };
}

/** Zoom, rotation (in quarter turns) and size of the viewed photo; reset for another photo. */
export function usePhotoView(src: string) {
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [photo, setPhoto] = useState<Size | null>(null);
  const { zoom, resetZoom, changeZoom, zoomBy, ...pinch } = useZoom(stage, frame);
  const [rotation, setRotation] = useState(0);
  const [previousSrc, setPreviousSrc] = useState(src);
  if (previousSrc !== src) {
    setPreviousSrc(src);
    setPhoto(null);
    resetZoom();
    setRotation(0);
  }
  const stageSize = useElementSize(stage);
  const pan = (x: number, y: number) => {
    stage?.scrollBy(x, y);
  };
  useTrackpadPinch(stage, zoomBy);
  const gestures = usePanAndPinch({ enabled: photo !== null, onPan: pan, ...pinch });
  const fit = photo && fitSize(photo, stageSize, rotation);
  return {
    /** Spread on the element that the photo scrolls in. */
    stageProps: {
      ...gestures,
      ref: setStage,
      // Scrollable, so it must be focusable.
      tabIndex: 0,
      onDoubleClick: () => {
        changeZoom(zoom === 1 ? 2 : 1);
      },
    },
    setFrame,
    pan,
    onLoad: setPhoto,
    zoom,
    canZoomIn: zoom < MAX_ZOOM,
    zoomBy,
    changeZoom,
    rotation,
    turn: (direction: 1 | -1) => {
      setRotation(rotation + direction);
    },
    shown: fit && { width: fit.width * zoom, height: fit.height * zoom },
  };
}

export type PhotoView = ReturnType<typeof usePhotoView>;
