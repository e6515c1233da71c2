import { type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

type Size = { width: number; height: number };

const ZOOMS = [1, 1.5, 2, 3, 4, 6];
/** A small photo grows to fill the stage, but not into mush. */
const MAX_FIT = 2;

/** The size at which a photo, turned by so many quarters, just fits; `photo` is its size upright. */
export function fitted(photo: Size, stage: Size, quarters: number): Size {
  const lying = quarters % 2 !== 0;
  const across = stage.width / (lying ? photo.height : photo.width);
  const down = stage.height / (lying ? photo.width : photo.height);
  const scale = Math.min(across, down, MAX_FIT);
  return { width: Math.floor(photo.width * scale), height: Math.floor(photo.height * scale) };
}

/** The next step of zooming in (1) or out (-1), staying within the steps. */
export function zoomStep(zoom: number, direction: 1 | -1): number {
  const step = ZOOMS.indexOf(zoom) + direction;
  return ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, step))] ?? 1;
}

function useSizeOf(element: HTMLElement | null): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (!element) return;
    // Not the content box: scroll bars come with zooming and must not shrink what is zoomed.
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

/** Zooming keeps what stands in the middle of the stage there. Call the answer before the zoom changes. */
function useKeptMiddle(stage: HTMLElement | null, zoom: number) {
  const middle = useRef({ x: 0.5, y: 0.5 });
  useLayoutEffect(() => {
    stage?.scrollTo(
      middle.current.x * stage.scrollWidth - stage.clientWidth / 2,
      middle.current.y * stage.scrollHeight - stage.clientHeight / 2,
    );
  }, [stage, zoom]);
  return () => {
    if (!stage) return;
    middle.current = {
      x: (stage.scrollLeft + stage.clientWidth / 2) / stage.scrollWidth,
      y: (stage.scrollTop + stage.clientHeight / 2) / stage.scrollHeight,
    };
  };
}

/** A trackpad's pinch arrives as a wheel with Ctrl; React's own wheel listener could not keep the page from zooming. */
function usePinch(element: HTMLElement | null, onZoom: (direction: 1 | -1) => void) {
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

/** A mouse pulls a zoomed photo about; fingers scroll it anyway. */
function useDrag(zoomed: boolean) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const letGo = () => {
    from.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'mouse' || event.button !== 0 || !zoomed) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!from.current) return;
      event.currentTarget.scrollBy(from.current.x - event.clientX, from.current.y - event.clientY);
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
  };
}

/** How a photo is looked at: fitted into its stage, zoomed, turned by quarters. Another photo starts afresh. */
export function usePhotoView(src: string) {
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [photo, setPhoto] = useState<Size | null>(null);
  const [zoom, setZoom] = useState(1);
  const [quarters, setQuarters] = useState(0);
  const [shownSrc, setShownSrc] = useState(src);
  if (shownSrc !== src) {
    setShownSrc(src);
    setPhoto(null);
    setZoom(1);
    setQuarters(0);
  }
  const stageSize = useSizeOf(stage);
  const keepMiddle = useKeptMiddle(stage, zoom);
  const changeZoom = (next: number) => {
    keepMiddle();
    setZoom(next);
  };
  const zoomBy = (direction: 1 | -1) => {
    changeZoom(zoomStep(zoom, direction));
  };
  usePinch(stage, zoomBy);
  const drag = useDrag(zoom > 1);
  const fit = photo && fitted(photo, stageSize, quarters);
  return {
    /** Spread on the element that the photo scrolls in. */
    stageProps: {
      ...drag,
      ref: setStage,
      // It scrolls, so the keyboard has to get at it.
      tabIndex: 0,
      onDoubleClick: () => {
        changeZoom(zoom === 1 ? 2 : 1);
      },
    },
    pan: (x: number, y: number) => {
      stage?.scrollBy(x, y);
    },
    onLoad: setPhoto,
    zoom,
    canZoomIn: zoom < Math.max(...ZOOMS),
    zoomBy,
    changeZoom,
    quarters,
    turn: (direction: 1 | -1) => {
      setQuarters(quarters + direction);
    },
    shown: fit && { width: fit.width * zoom, height: fit.height * zoom },
  };
}

export type PhotoView = ReturnType<typeof usePhotoView>;
