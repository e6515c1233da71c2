import { t } from '@lingui/core/macro';
import { useController } from 'react-hook-form';

import { Checkbox } from '@/components/checkbox';
import { Switch } from '@/components/switch';

import { type OwnerProps, PlannedCount } from './planned-count';
import type { SeriesFields } from './series-schema';
import { WeekdaysField } from './weekdays-field';

/** Whether the goal is for everybody in the class, also who joins later, rather than for chosen students. */
export type ForEverybody = {
  checked: boolean;
  /** The choice when *Repeats* is switched on. */
  initially: boolean;
  onChange: (checked: boolean) => void;
};

export type RepeatsProps = OwnerProps & {
  /** Offered for more than one student. */
  everybody?: ForEverybody;
  onSend: (series: SeriesFields) => void;
};

export function EverybodyField({ checked, onChange }: Pick<ForEverybody, 'checked' | 'onChange'>) {
  return (
    <Checkbox
      label={t`Everybody in the class, also who joins later`}
      checked={checked}
      onChange={(event) => {
        onChange(event.target.checked);
      }}
    />
  );
}

/** The switch *Repeats*, and how a goal repeats while it is on. */
export function RepeatsField({ ownerId, everybody }: Pick<RepeatsProps, 'ownerId' | 'everybody'>) {
  const { field } = useController<{ repeats: boolean }>({ name: 'repeats' });
  const repeats = field.value;
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t({ message: 'Repeats', comment: 'Switch: a goal that is given again on certain weekdays' })}
        hint={
          repeats
            ? t`Each time is a goal of its own, due the same day.`
            : t`The same goal again on certain days of the week.`
        }
        checked={repeats}
        onCheckedChange={(next) => {
          field.onChange(next);
          everybody?.onChange(next && everybody.initially);
        }}
      />
      {repeats && (
        <>
          <WeekdaysField />
          {everybody && <EverybodyField {...everybody} />}
          <PlannedCount ownerId={ownerId} />
        </>
      )}
    </div>
  );
}
