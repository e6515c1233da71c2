import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Undo2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';

import { IconButton } from '@/components/icon-button';
import { classNames } from '@/lib/class-names';

import { Drawing } from './drawing';
import { pictureNames, PICTURES } from './picture-names';
import type { Picture } from './queries';

type ChosenPicturesProps = {
  chosen: readonly Picture[];
  count: number;
  refused: boolean;
  onTakeBack: () => void;
};

/** The chosen pictures in order, and empty places for the others. */
export function ChosenPictures({ chosen, count, refused, onTakeBack }: ChosenPicturesProps) {
  const { length } = chosen;
  return (
    <div
      role="group"
      aria-label={t`${length} of ${count} pictures`}
      className="mt-4 flex items-center justify-center gap-3 sm:ps-15 large-text:gap-1"
    >
      {Array.from({ length: count }, (_, index) => {
        const picture = chosen[index];
        return (
          <span
            key={index}
            className={classNames(
              'grid aspect-square max-w-18 min-w-0 flex-1 place-items-center rounded-card border-2 text-brand-ink',
              picture === undefined
                ? 'border-dashed border-line-strong'
                : refused
                  ? 'border-danger bg-denied-soft'
                  : 'border-brand bg-surface',
            )}
          >
            {picture !== undefined && <Drawing picture={picture} className="w-3/5" />}
          </span>
        );
      })}
      <IconButton
        label={t`Take the last picture back`}
        icon={<Undo2 aria-hidden className="size-6! mirror-rtl" />}
        disabled={length === 0}
        className="size-12! large-text:size-8!"
        onClick={onTakeBack}
      />
      <span role="status" className="sr-only">
        {t`${length} of ${count} pictures`}
      </span>
    </div>
  );
}

/** Moves the focus in the grid, whose number of columns depends on the window. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>) {
  const pictures = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])];
  const top = pictures[0]?.offsetTop;
  const columns = pictures.filter(({ offsetTop }) => offsetTop === top).length;
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  pictures[pictures.indexOf(event.currentTarget) + step]?.focus();
}

type PictureGridProps = {
  chosen: readonly Picture[];
  onChoose: (picture: Picture) => void;
  onTakeBack: () => void;
};

/** The twelve pictures in a fixed order. Arrow keys move, Enter chooses, Backspace removes the last one. */
export function PictureGrid({ chosen, onChoose, onTakeBack }: PictureGridProps) {
  return (
    <div
      role="group"
      aria-label={t`Pictures`}
      className="mx-auto mt-5 grid w-full max-w-160 grid-cols-4 gap-3 max-sm:mt-4 max-sm:grid-cols-3 max-sm:gap-2"
    >
      {PICTURES.map((picture) => {
        const name = i18n._(pictureNames[picture]);
        const place = chosen.indexOf(picture);
        return (
          <button
            key={picture}
            type="button"
            // Contains what is visible.
            aria-label={place >= 0 ? `${name} ${place + 1}` : name}
            aria-pressed={place >= 0}
            onClick={() => {
              onChoose(picture);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Backspace') onTakeBack();
              else moveFocus(event);
            }}
            className="group relative grid aspect-[1.28] touch-manipulation place-items-center rounded-card border-2 border-line bg-surface text-brand-ink shadow-low aria-pressed:border-brand aria-pressed:bg-brand-soft max-sm:aspect-[1.05]"
          >
            <Drawing picture={picture} className="size-[64%]" />
            {place >= 0 && (
              <span className="absolute end-2 top-2 grid size-7 place-items-center rounded-control bg-brand font-bold text-on-brand">
                {place + 1}
              </span>
            )}
            <span
              aria-hidden="true"
              className="absolute inset-x-0 bottom-0 hidden rounded-b-card bg-surface text-center text-small font-mid text-ink group-active:block group-focus-visible:block"
            >
              {name}
            </span>
          </button>
        );
      })}
    </div>
  );
}
