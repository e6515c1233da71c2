import { useState } from 'react';

import type { ComputerSettings } from '@/api/types';
import { Field } from '@/components/field';
import { controlClass } from '@/components/input';
import { classNames } from '@/lib/class-names';

import { KeepPhotosDialog } from './keep-photos-dialog';
import { useKeepPhotos } from './queries';
import { CHOICES, daysInWords, keepsLess } from './retention-texts';

const OFF = 'off';
const ELSEWHERE = 'You can change this on the class computer itself.';
const OF_SCHOOL = 'Whoever runs GoalBucks at your school decides this, for all classes.';
const ABOUT =
  'Photos are removed this long after their submission was reviewed. Texts, reviews and GoalBucks stay.';

function toDays(value: string): number | null {
  return value === OFF ? null : Number(value);
}

function useChoice(present: number | null) {
  const { mutate, isPending, variables } = useKeepPhotos();
  const [asked, setAsked] = useState<number | null>(null);
  const choose = (days: number | null) => {
    if (keepsLess(days, present)) setAsked(days);
    else mutate(days);
  };
  const stopAsking = () => {
    setAsked(null);
  };
  return { choose, asked, stopAsking, saving: isPending, shown: isPending ? variables : present };
}

/** How long the photos of reviewed submissions are kept. */
export function PhotoRetention({ settings, isSchool }: { settings: ComputerSettings; isSchool: boolean }) {
  const present = settings.imageRetentionDays;
  const { choose, asked, stopAsking, saving, shown } = useChoice(present);
  const choices = CHOICES.includes(shown) ? CHOICES : [...CHOICES, shown];
  return (
    <>
      <Field
        label="Remove old photos"
        hint={
          <>
            {ABOUT}
            {!settings.changeable && <span className="mt-1 block">{isSchool ? OF_SCHOOL : ELSEWHERE}</span>}
          </>
        }
      >
        {(ties) => (
          <select
            {...ties}
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
                {days === null ? 'Off: photos stay' : `After ${daysInWords(days)}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {asked !== null && <KeepPhotosDialog days={asked} onClose={stopAsking} />}
    </>
  );
}
