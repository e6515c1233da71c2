import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { closeWhenDone } from '@/api/mutation-policy';
import type { Series } from '@/api/types';
import { Checkbox } from '@/components/checkbox';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { Dialog } from '@/components/dialog/dialog';
import { GoalDetailsField } from '@/features/goals/teacher/goal-details-field';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { GoalbucksField, GoalNameField } from '@/shared/goal-fields/goal-fields';
import { PictureField } from '@/shared/goal-pictures/picture-field';

import { useEditSeries, useStopSeries } from './mutations';
import { type OwnerProps, PlannedCount } from './planned-count';
import { addDays, today } from './planned-days';
import { EverybodyField } from './repeats-field';
import { seriesSchema, type SeriesValues, toSeriesFields, toSeriesValues } from './series-schema';
import { UntilField } from './until-field';
import { WeekdaysField } from './weekdays-field';

type DialogProps = {
  /** null while the dialog is closed. */
  series: Series | null;
  onClose: () => void;
};

function EditSeriesForm({ series, ownerId, onClose }: OwnerProps & { series: Series; onClose: () => void }) {
  const edit = useEditSeries();
  const [isForEverybody, setIsForEverybody] = useState(series.studentIds === null);
  const save = (values: SeriesValues) => {
    const studentIds = isForEverybody ? null : series.studentIds;
    edit.mutate({ id: series.id, ...toSeriesFields(values), studentIds }, { onSuccess: onClose });
  };
  return (
    <Form schema={seriesSchema} initialValues={toSeriesValues(series)} mutation={edit} onSubmit={save}>
      <GoalNameField />
      <div className="grid gap-4 sm:grid-cols-2">
        <GoalbucksField />
        <UntilField />
      </div>
      <WeekdaysField />
      {series.studentIds !== null && <EverybodyField checked={isForEverybody} onChange={setIsForEverybody} />}
      <PlannedCount ownerId={ownerId} from={addDays(today(), 1)} />
      <GoalDetailsField />
      <PictureField hint={t`Large on the student’s card.`} />
      <FormActions pendingLabel={t`Saving goal`}>
        <Trans>Save Goal</Trans>
      </FormActions>
    </Form>
  );
}

/** Changes a series from the next day on. */
export function EditSeriesDialog({ series, ownerId, onClose }: DialogProps & OwnerProps) {
  return (
    <Dialog
      open={series !== null}
      onOpenChange={onClose}
      title={t`Edit Goal`}
      description={t`Changes count from the next day on. Goals that students have already stay as they are.`}
    >
      {series && <EditSeriesForm series={series} ownerId={ownerId} onClose={onClose} />}
    </Dialog>
  );
}

/** Asks before a series is stopped, and whether its open goals end. */
export function StopSeriesDialog({ series, onClose }: DialogProps) {
  const stop = useStopSeries();
  const [endOpen, setEndOpen] = useState(false);
  const close = () => {
    onClose();
    setEndOpen(false);
  };
  const name = series?.name;
  return (
    <ConfirmDialog
      open={series !== null}
      onOpenChange={close}
      title={t`Stop This Goal`}
      description={
        <p>
          <Trans>
            No more goals of{' '}
            <strong className="text-ink wrap-anywhere">
              <bdi>{name}</bdi>
            </strong>{' '}
            are made. It can&apos;t be started again.
          </Trans>
        </p>
      }
      confirmLabel={t({ message: 'Stop', comment: 'A goal that repeats stops' })}
      pendingLabel={t`Stopping`}
      pending={stop.isPending}
      onConfirm={() => {
        if (series) stop.mutate({ id: series.id, endOpen }, closeWhenDone(close));
      }}
    >
      <div className="mt-4">
        <Checkbox
          label={t`End its open goals too`}
          checked={endOpen}
          onChange={(event) => {
            setEndOpen(event.target.checked);
          }}
        />
        <p className="mt-1 ps-7 text-small text-ink-2">
          <Trans>Those with proof that waits for you stay. Without the tick all of them stay.</Trans>
        </p>
      </div>
    </ConfirmDialog>
  );
}
