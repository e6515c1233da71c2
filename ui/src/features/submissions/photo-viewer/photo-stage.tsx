import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Loading, Skeleton } from '@/components/skeleton';
import { classNames } from '@/lib/class-names';

import { BrokenPhoto } from './broken-photo';
import type { PhotoView } from './use-photo-view';

function Photo({
  src,
  alt,
  view,
  onFail,
}: {
  src: string;
  alt: string;
  view: PhotoView;
  onFail: () => void;
}) {
  const { shown, rotation, setFrame } = view;
  const isSideways = rotation % 2 !== 0;
  return (
    <div
      ref={setFrame}
      // Reduced motion sets 1 ms transitions, during which sizes can't be measured.
      className="relative m-auto shrink-0 transition-none"
      style={
        shown
          ? {
              width: isSideways ? shown.height : shown.width,
              height: isSideways ? shown.width : shown.height,
            }
          : {}
      }
    >
      <img
        src={src}
        alt={alt}
        draggable={false}
        onLoad={(event) => {
          const { naturalWidth: width, naturalHeight: height } = event.currentTarget;
          view.onLoad({ width, height });
        }}
        onError={onFail}
        className={classNames('absolute max-w-none transition-none', !shown && 'invisible')}
        style={{
          ...shown,
          top: '50%',
          left: '50%',
          transform: `translate(-50%, -50%) rotate(${rotation * 90}deg)`,
        }}
      />
    </div>
  );
}

type PhotoStageProps = {
  src: string;
  alt: string;
  label: string;
  view: PhotoView;
  /** Called when the photo failed to load. */
  onFail?: (() => void) | undefined;
};

function LoadedPhoto({ src, alt, view, onFail }: Omit<PhotoStageProps, 'label'>) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <div role="alert" className="m-auto">
        {' '}
        <BrokenPhoto
          onRetry={() => {
            setFailed(false);
            setAttempt(attempt + 1);
          }}
        />
      </div>
    );
  }
  return (
    <>
      {!view.shown && (
        <Loading label={t`Loading the photo...`} className="absolute inset-6">
          <Skeleton className="absolute inset-0 h-full" />
        </Loading>
      )}
      <Photo
        src={attempt === 0 ? src : `${src}${src.includes('?') ? '&' : '?'}retry=${attempt}`}
        alt={alt}
        view={view}
        onFail={() => {
          setFailed(true);
          onFail?.();
        }}
      />
    </>
  );
}

/** Shows a photo that can be zoomed: pan with one pointer, pinch with two fingers, zoom with a double click. */
export function PhotoStage({ src, alt, label, view, onFail }: PhotoStageProps) {
  return (
    <div
      {...view.stageProps}
      role="group"
      aria-label={label}
      className={classNames(
        'relative flex min-h-0 grow touch-none overflow-auto bg-sunken outline-offset-[-3px]! select-none',
        view.zoom > 1 && 'cursor-grab active:cursor-grabbing',
      )}
    >
      <LoadedPhoto key={src} src={src} alt={alt} view={view} onFail={onFail} />
    </div>
  );
}
