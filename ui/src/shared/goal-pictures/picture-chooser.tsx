import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useId, useState } from 'react';

import type { GoalPicture } from '@/api/types';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog/dialog';

import { PictureBox } from './goal-picture';
import { GOAL_PICTURES, pictureNames } from './picture-names';

type ChoiceProps = { picture: GoalPicture | null; onChoose: (picture: GoalPicture | null) => void };

type GridProps = { picture: GoalPicture | null; onChange: (picture: GoalPicture) => void };

function PictureGrid({ picture, onChange }: GridProps) {
  const name = useId();
  return (
    <fieldset className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-2">
      <legend className="sr-only">
        <Trans>Pictures</Trans>
      </legend>
      {GOAL_PICTURES.map((each) => (
        <label
          key={each}
          className="relative flex min-h-22 cursor-pointer touch-manipulation flex-col items-center rounded-control border border-transparent bg-sunken px-0.5 pt-1 pb-1.5 text-center text-small wrap-anywhere hyphens-auto text-ink-2 hover:bg-brand-soft has-checked:border-brand has-checked:bg-brand-soft has-checked:font-mid has-checked:text-brand-ink focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={each === picture}
            onChange={() => {
              onChange(each);
            }}
            className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <Check aria-hidden className="invisible absolute end-1 top-1 size-4 peer-checked:visible" />
          <PictureBox picture={each} className="size-15" />
          {i18n._(pictureNames[each])}
        </label>
      ))}
    </fieldset>
  );
}

function Choice({ picture, onChoose }: ChoiceProps) {
  const [chosen, setChosen] = useState(picture);
  return (
    <>
      <PictureGrid picture={chosen} onChange={setChosen} />
      <DialogActions
        cancel={
          <Button
            variant="ghost"
            className="sm:me-auto"
            onClick={() => {
              onChoose(null);
            }}
          >
            <Trans>No Picture</Trans>
          </Button>
        }
      >
        <Button
          variant="primary"
          disabled={chosen === null}
          onClick={() => {
            onChoose(chosen);
          }}
        >
          <Trans>Use This Picture</Trans>
        </Button>
      </DialogActions>
    </>
  );
}

type PictureChooserProps = ChoiceProps & {
  open: boolean;
  /** What the picture is for; may be empty. */
  name: string;
  onClose: () => void;
};

/** Dialog with the 24 pictures as radio buttons. */
export function PictureChooser({ open, name, onClose, ...choice }: PictureChooserProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="wide"
      title={t`Choose a picture`}
      {...(name !== '' && {
        description: (
          <span className="wrap-anywhere">
            <Trans>
              For “<bdi>{name}</bdi>”.
            </Trans>
          </span>
        ),
      })}
    >
      <Choice {...choice} />
    </Dialog>
  );
}
