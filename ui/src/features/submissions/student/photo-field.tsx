import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Camera, CircleAlert, FileImage, ImagePlus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';

import { Button } from '@/components/button';
import { IconButton } from '@/components/icon-button';
import { Loading, Skeleton } from '@/components/skeleton';
import { IMAGE_TYPES, isImageFile } from '@/features/submissions/proof-rules';
import { useFileDropAndPaste } from '@/hooks/use-file-drop-and-paste';
import { classNames } from '@/lib/class-names';

import type { Photo } from './use-photo';

type FileButtonProps = {
  icon: ReactNode;
  accept: string;
  camera?: boolean;
  disabled: boolean;
  className: string;
  onFile: (file: File) => void;
  children: ReactNode;
};

/** Opens the file dialog, or the camera if `camera` is set. */
function FileButton({
  icon,
  accept,
  camera = false,
  disabled,
  className,
  onFile,
  children,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        icon={icon}
        disabled={disabled}
        className={className}
        onClick={() => {
          input.current?.click();
        }}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        {...(camera && { capture: 'environment' })}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Reset, so that choosing the same file again fires a change event.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}

function Preview({ photo }: { photo: Photo }) {
  if (photo.preview === undefined) {
    return (
      <Loading label={t`Getting your image ready...`}>
        <Skeleton className="h-44 w-full" />
      </Loading>
    );
  }
  if (photo.preview !== null) {
    return (
      <img
        src={photo.preview}
        alt={t`What you are about to send`}
        className="mx-auto max-h-44 max-w-[calc(100%-6rem)] rounded-control"
      />
    );
  }
  return (
    <div className="flex flex-col items-center gap-2 py-4 text-center text-balance text-ink-2">
      <FileImage aria-hidden className="size-10 text-ink-3" />
      <p>
        <Trans>This device can&apos;t show this image. It is sent as it is.</Trans>
      </p>
    </div>
  );
}

/** Drop zone for an image. */
function DropZone({ dragging, children }: { dragging: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'relative rounded-control border-2 border-dashed p-3',
        dragging ? 'border-brand bg-brand-soft' : 'border-line bg-paper',
      )}
    >
      {children}
    </div>
  );
}

type PhotoFieldProps = {
  photo: Photo | null;
  disabled: boolean;
  /** Shown instead of the buttons while uploading. */
  progress: ReactNode;
  onChoose: (file: File) => void;
  onRemove: () => void;
};

type PhotoButtonsProps = { chosen: boolean; disabled: boolean; onFile: (file: File) => void };

function PhotoButtons({ chosen: hasPhoto, ...file }: PhotoButtonsProps) {
  return (
    <div className={classNames('flex flex-wrap justify-center gap-2', hasPhoto && 'mt-3')}>
      <FileButton {...file} icon={<ImagePlus aria-hidden />} accept={IMAGE_TYPES} className="max-sm:grow">
        {hasPhoto ? t({ message: 'Change', comment: 'Button to choose another image' }) : t`Choose an image`}
      </FileButton>
      <FileButton
        {...file}
        camera
        icon={<Camera aria-hidden />}
        accept="image/*"
        className="max-sm:grow pointer-fine:hidden"
      >
        <Trans>Take a photo</Trans>
      </FileButton>
    </div>
  );
}

function PhotoError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="mt-1.5 flex gap-1.5 text-small text-danger">
      <CircleAlert aria-hidden className="mt-px size-4" />
      {children}
    </p>
  );
}

/** Image input: choose, take, paste or drop. */
export function PhotoField({ photo, disabled, progress, onChoose, onRemove }: PhotoFieldProps) {
  const labelId = useId();
  const errorId = useId();
  const [error, setError] = useState<string>();
  const acceptFile = (file: File) => {
    if (disabled) return;
    const fits = isImageFile(file);
    setError(fits ? undefined : t`This file can't be used as an image. Please choose a PNG or JPG.`);
    if (fits) onChoose(file);
  };
  const dragging = useFileDropAndPaste(([file]) => {
    if (file) acceptFile(file);
  });
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={error && errorId}>
      <p id={labelId} className="mb-1.5 font-mid">
        <Trans>Image</Trans>
      </p>
      <DropZone dragging={dragging}>
        {photo && <Preview photo={photo} />}
        {photo && progress ? (
          <div className="mt-3 flex min-h-(--control) flex-col justify-center">{progress}</div>
        ) : (
          <PhotoButtons chosen={photo !== null} disabled={disabled} onFile={acceptFile} />
        )}
        {/* Last in the DOM, so that it isn't the first focusable element. */}
        {photo && !disabled && (
          <IconButton
            label={t`Remove image`}
            tone="danger"
            icon={<Trash2 aria-hidden />}
            className="absolute end-1 top-1"
            onClick={onRemove}
          />
        )}
        {!photo && (
          <p className="mt-2 text-center text-small text-ink-2">
            <Trans>
              PNG or JPG, max 5MB.{' '}
              <span className="pointer-coarse:hidden">You can also drop or paste it.</span>
            </Trans>
          </p>
        )}
      </DropZone>
      {error !== undefined && <PhotoError id={errorId}>{error}</PhotoError>}
    </div>
  );
}
