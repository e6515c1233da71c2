import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, type RefCallback, useId, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';

import type { GoalPicture } from '@/api/types';
import { Button } from '@/components/button';
import { FieldError } from '@/components/field';
import { useFieldError } from '@/shared/form/form-fields';

import { PictureBox } from './goal-picture';
import { PictureChooser } from './picture-chooser';
import { pictureNames } from './picture-names';

type ChosenPictureProps = { picture: GoalPicture; hint: ReactNode };

function ChosenPicture({ picture, hint }: ChosenPictureProps) {
  return (
    <>
      <PictureBox picture={picture} className="size-12 rounded-control bg-sky" />
      <span className="min-w-0 flex-[1_1_7rem]">
        <b className="block">{i18n._(pictureNames[picture])}</b>
        <span className="text-small text-ink-2">{hint}</span>
      </span>
    </>
  );
}

type PictureButtonsProps = {
  picture: GoalPicture | null;
  /** Of the button that opens the chooser. */
  ref: RefCallback<HTMLButtonElement>;
  onChoose: () => void;
  onRemove: () => void;
};

function PictureButtons({ picture, ref, onChoose, onRemove }: PictureButtonsProps) {
  const chooseButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={(button) => {
          ref(button);
          chooseButton.current = button;
        }}
        aria-label={picture ? t`Change the picture` : undefined}
        onClick={onChoose}
      >
        {picture ? <Trans>Change</Trans> : <Trans>Choose a Picture</Trans>}
      </Button>
      {picture && (
        <Button
          variant="ghost"
          aria-label={t`Remove the picture`}
          onClick={() => {
            onRemove();
            chooseButton.current?.focus();
          }}
        >
          <Trans>Remove</Trans>
        </Button>
      )}
    </>
  );
}

/** The optional picture of a goal or an item, in a form with the fields `picture` and `name`. */
export function PictureField({ hint }: { hint: ReactNode }) {
  const { field } = useController<{ picture: GoalPicture | null }, 'picture'>({ name: 'picture' });
  const name = useWatch<{ name: string }>({ name: 'name' });
  const error = useFieldError({ name: 'picture', label: t`Picture` });
  const [isChoosing, setIsChoosing] = useState(false);
  const id = useId();
  const picture = field.value;
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-1.5 font-mid">
        <Trans>Picture</Trans>{' '}
        <span className="font-text text-ink-3">
          <Trans comment="Beside the label of a field">optional</Trans>
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {picture && <ChosenPicture picture={picture} hint={hint} />}
        <PictureButtons
          picture={picture}
          ref={(button) => {
            field.ref(button);
          }}
          onChoose={() => {
            setIsChoosing(true);
          }}
          onRemove={() => {
            field.onChange(null);
          }}
        />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <PictureChooser
        open={isChoosing}
        picture={picture}
        name={name.trim()}
        onChoose={(chosen) => {
          field.onChange(chosen);
          setIsChoosing(false);
        }}
        onClose={() => {
          setIsChoosing(false);
        }}
      />
    </div>
  );
}
