import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import type { ComputerSettings } from '@/api/types';
import { Field } from '@/components/field';
import { controlClass } from '@/components/input';
import { classNames } from '@/lib/class-names';

import { useSetPhotoRetention } from './mutations';
import { PhotoRetentionDialog } from './photo-retention-dialog';
import { CHOICES, daysLabel, isShorterRetention } from './retention-texts';

const OFF = 'off';

function toDays(value: string): number | null {
  return value === OFF ? null : Number(value);
}

function choiceLabel(days: number | null): string {
  if (days === null) return t`Off: photos stay`;
  const period = daysLabel(days);
  return t({
    message: `After ${period}`,
    comment: "Choice of 'Remove old photos'; {period}: '3 months', '45 days'",
  });
}

function Hint({ changeable, isSchool }: { changeable: boolean; isSchool: boolean }) {
  return (
    <>
      <Trans>
        Photos are removed this long after their submission was reviewed. Texts, reviews and GoalBucks stay.
      </Trans>
      {!changeable && (
        <span className="mt-1 block">
          {isSchool ? (
            <Trans>Whoever runs GoalBucks at your school decides this, for all classes.</Trans>
          ) : (
            <Trans>You can change this on the class computer itself.</Trans>
          )}
        </span>
      )}
    </>
  );
}

function useRetentionChoice(current: number | null) {
  const { mutate, isPending, variables } = useSetPhotoRetention();
  const [daysToConfirm, setDaysToConfirm] = useState<number | null>(null);
  const choose = (days: number | null) => {
    if (isShorterRetention(days, current)) setDaysToConfirm(days);
    else mutate(days);
  };
  const cancelConfirmation = () => {
    setDaysToConfirm(null);
  };
  return {
    choose,
    daysToConfirm,
    cancelConfirmation,
    saving: isPending,
    shown: isPending ? variables : current,
  };
}

/** Setting for the retention of photos of reviewed submissions. */
export function PhotoRetention({ settings, isSchool }: { settings: ComputerSettings; isSchool: boolean }) {
  const current = settings.imageRetentionDays;
  const { choose, daysToConfirm, cancelConfirmation, saving, shown } = useRetentionChoice(current);
  const choices = CHOICES.includes(shown) ? CHOICES : [...CHOICES, shown];
  return (
    <>
      <Field
        label={t`Remove old photos`}
        hint={<Hint changeable={settings.changeable} isSchool={isSchool} />}
      >
        {(fieldProps) => (
          <select
            {...fieldProps}
            value={shown ?? OFF}
            disabled={!settings.changeable}
            aria-busy={saving || undefined}
            onChange={(event) => {
              if (!saving) choose(toDays(event.target.value));
            }}
            className={classNames(controlClass, 'max-w-80')}
          >
            {choices.map((days) => (
              <option key={days ?? OFF} value={days ?? OFF}>
                {choiceLabel(days)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {daysToConfirm !== null && <PhotoRetentionDialog days={daysToConfirm} onClose={cancelConfirmation} />}
    </>
  );
}
