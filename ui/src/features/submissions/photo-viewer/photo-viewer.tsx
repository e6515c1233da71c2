import { t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight, RotateCcw, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react';
import { Dialog as Radix, Direction } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

import { overlayClass } from '@/components/dialog/dialog-frame';
import { useCloseOnBack } from '@/components/dialog/dialog-history';
import { IconButton } from '@/components/icon-button';
import { useKeydown } from '@/hooks/use-keydown';
import { classNames } from '@/lib/class-names';
import { formatPercent } from '@/lib/format';

import { PhotoStage } from './photo-stage';
import { type PhotoView, usePhotoView } from './use-photo-view';

type ViewedPhoto = {
  src: string;
  alt: string;
  title: ReactNode;
  description?: ReactNode;
  /** Text shown with the photo. */
  note?: string | null;
  noteLabel?: string;
};

type PhotoViewerProps = {
  photo: ViewedPhoto;
  onClose: () => void;
  /** Navigation, also by arrow keys; undefined at the ends. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Position, such as "2 of 8". */
  position?: string | undefined;
  /** Buttons at the lower end. */
  actions?: ReactNode;
  /** Called when the photo failed to load. */
  onFail?: () => void;
  /** Handles other keys. */
  onKey?: (key: string) => void;
  /** Element to focus after closing. */
  returnFocus: () => HTMLElement | null;
};

const PAN = 80;
const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-PAN, 0],
  ArrowRight: [PAN, 0],
  ArrowUp: [0, -PAN],
  ArrowDown: [0, PAN],
};

type KeyTargets = Pick<PhotoViewerProps, 'onPrevious' | 'onNext'> & { view: PhotoView; isMirrored: boolean };

/** Handles the viewer's keys; returns whether the key was handled. */
function handleKey(key: string, { view, onPrevious, onNext, isMirrored }: KeyTargets): boolean {
  const pan = arrows[key];
  const isBack = isMirrored ? key === 'ArrowRight' : key === 'ArrowLeft';
  const isForward = isMirrored ? key === 'ArrowLeft' : key === 'ArrowRight';
  if (pan && view.zoom > 1) view.pan(...pan);
  else if (isForward || key === 'ArrowDown') onNext?.();
  else if (isBack || key === 'ArrowUp') onPrevious?.();
  else if (key === '+' || key === '=') view.zoomBy(1);
  else if (key === '-') view.zoomBy(-1);
  else if (key === '0') view.changeZoom(1);
  else if (key === 'r') view.turn(1);
  else if (key === 'R') view.turn(-1);
  else return false;
  return true;
}

/**
 * A button of the viewer: large enough for a finger, on a teacher's tablet too. It keeps the focus when its press has
 * disabled it, as at the last step of the zoom.
 */
function ViewerButton({ className, disabled, onClick, ...props }: ComponentProps<typeof IconButton>) {
  return (
    <IconButton
      {...props}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className={classNames(
        'pointer-coarse:size-11 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
        className,
      )}
    />
  );
}

function Tools({ view }: { view: PhotoView }) {
  return (
    <div role="group" aria-label={t`Zoom and turn`} className="flex items-center gap-1">
      <ViewerButton
        label={t`Zoom out`}
        icon={<ZoomOut aria-hidden />}
        disabled={view.zoom === 1}
        onClick={() => {
          view.zoomBy(-1);
        }}
      />
      <output className="min-w-11 text-center text-small text-ink-2">{formatPercent(view.zoom)}</output>
      <ViewerButton
        label={t`Zoom in`}
        icon={<ZoomIn aria-hidden />}
        disabled={!view.canZoomIn}
        onClick={() => {
          view.zoomBy(1);
        }}
      />
      <ViewerButton
        label={t`Turn left`}
        icon={<RotateCcw aria-hidden />}
        onClick={() => {
          view.turn(-1);
        }}
      />
      <ViewerButton
        label={t`Turn right`}
        icon={<RotateCw aria-hidden />}
        onClick={() => {
          view.turn(1);
        }}
      />
    </div>
  );
}

function PhotoNavigation({ onPrevious, onNext, position }: PhotoViewerProps) {
  if (position === undefined) return null;
  return (
    <div className="flex items-center gap-1">
      <ViewerButton
        label={t`Previous`}
        icon={<ChevronLeft aria-hidden className="mirror-rtl" />}
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <span className="text-small text-ink-2">{position}</span>
      <ViewerButton
        label={t`Next`}
        icon={<ChevronRight aria-hidden className="mirror-rtl" />}
        disabled={!onNext}
        onClick={onNext}
      />
    </div>
  );
}

/** Scrollable note beside the photo, or below it on narrow screens. */
function Note({ photo: { note, noteLabel } }: Pick<PhotoViewerProps, 'photo'>) {
  if (!note) return null;
  return (
    <section
      aria-label={noteLabel}
      data-note
      // Scrollable, so it must be focusable.
      // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-[32%] shrink-0 overflow-y-auto border-line px-4 py-3 outline-offset-[-3px]! max-lg:border-t lg:max-h-none lg:w-72 lg:border-s xl:w-80"
    >
      <p className="mb-0.5 text-small text-ink-2">{noteLabel}</p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {note}
      </p>
    </section>
  );
}

/** Whether a key scrolls the note that has the focus. */
function scrollsNote({ key, target }: KeyboardEvent): boolean {
  return /^Arrow(Up|Down)$/.test(key) && target instanceof Element && target.matches('[data-note]');
}

function Viewer(props: PhotoViewerProps) {
  const { photo, actions, onKey, onPrevious, onNext } = props;
  const view = usePhotoView(photo.src);
  const isMirrored = Direction.useDirection() === 'rtl';
  useKeydown((event) => {
    if (scrollsNote(event)) return;
    if (handleKey(event.key, { view, onPrevious, onNext, isMirrored })) event.preventDefault();
    else onKey?.(event.key);
  });
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 ps-4 pe-14 pointer-coarse:pe-16">
        <div className="min-w-48 grow basis-0">
          <Radix.Title className="line-clamp-2 text-body wrap-anywhere">{photo.title}</Radix.Title>
          {photo.description !== undefined && (
            <Radix.Description className="line-clamp-2 text-small wrap-anywhere text-ink-2">
              {photo.description}
            </Radix.Description>
          )}
        </div>
        <Tools view={view} />
      </div>
      <div className="flex min-h-0 grow basis-0 flex-col lg:flex-row">
        <PhotoStage src={photo.src} alt={photo.alt} label={t`Photo`} view={view} onFail={props.onFail} />
        <Note key={photo.src} photo={photo} />
      </div>
      {(actions !== undefined || props.position !== undefined) && (
        <div className="flex min-h-15.25 flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-3">
          <PhotoNavigation {...props} />
          <div className="ms-auto flex flex-wrap justify-end gap-2">{actions}</div>
        </div>
      )}
    </div>
  );
}

/** Full-window photo viewer with zoom, rotation and navigation. */
export function PhotoViewer(props: PhotoViewerProps) {
  useCloseOnBack(true, props.onClose);
  return (
    <Radix.Root
      open
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...(props.photo.description === undefined && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            // Focus the photo, as a tool's tooltip would cover the others.
            const stage =
              event.currentTarget instanceof HTMLElement &&
              event.currentTarget.querySelector('[tabindex="0"]');
            if (!(stage instanceof HTMLElement)) return;
            event.preventDefault();
            stage.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            props.returnFocus()?.focus();
          }}
          className="animate-fade fixed inset-x-0 top-(--notice) bottom-0 z-30 flex flex-col overflow-hidden bg-surface shadow-high sm:inset-x-4 sm:top-[max(1rem,var(--notice))] sm:bottom-4 sm:rounded-card"
        >
          <Viewer {...props} />
          <Radix.Close asChild>
            <ViewerButton
              label={t`Close`}
              icon={<X aria-hidden />}
              className="absolute end-3 top-3 pointer-coarse:top-2"
            />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
