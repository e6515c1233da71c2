import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';

import type { NoSchoolDays as NoSchoolRange } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog/dialog';
import { SkeletonRows } from '@/components/skeleton';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { QueryView } from '@/shared/query-view';

import { useSaveNoSchoolDays } from './mutations';
import { PastRanges, RangeRows } from './no-school-rows';
import { noSchoolSchema, toNoSchoolBody, toNoSchoolValues } from './no-school-schema';
import { today } from './planned-days';
import { noSchoolQuery } from './queries';

type NoSchoolFormProps = { ranges: NoSchoolRange[]; onSaved: () => void };

function NoSchoolForm({ ranges, onSaved }: NoSchoolFormProps) {
  const saving = useSaveNoSchoolDays(useUser().id);
  const [initial] = useState(() => toNoSchoolValues(ranges));
  return (
    <Form
      schema={noSchoolSchema}
      initialValues={initial}
      {...(initial.rows.length > 0 && { initialFocus: 'rows.0.from' as const })}
      mutation={saving}
      onSubmit={(values) => {
        saving.mutate(toNoSchoolBody(values), { onSuccess: onSaved });
      }}
    >
      <RangeRows />
      <PastRanges />
      <FormActions pendingLabel={t`Saving`}>
        <Trans>Save</Trans>
      </FormActions>
    </Form>
  );
}

/** The list as it is when the dialog opens, which the form replaces. */
function NoSchoolDialogBody({ onSaved }: { onSaved: () => void }) {
  const query = useQuery({ ...noSchoolQuery(useUser().id), refetchOnMount: 'always' });
  return (
    <QueryView
      query={query}
      pending={!query.isFetchedAfterMount}
      title={t`The no-school days didn’t load`}
      loading={t`Loading no-school days...`}
      skeleton={<SkeletonRows rows={3} />}
    >
      {(ranges) => <NoSchoolForm ranges={ranges} onSaved={onSaved} />}
    </QueryView>
  );
}

/** The button with the number of ranges to come, and its dialog. */
export function NoSchoolDays() {
  const [isOpen, setIsOpen] = useState(false);
  const { data: ranges } = useQuery(noSchoolQuery(useUser().id));
  const toCome = ranges?.filter(({ to }) => to >= today()).length;
  return (
    <>
      <Button
        icon={<CalendarOff aria-hidden />}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {toCome === undefined ? t`No-School Days` : t`No-School Days (${toCome})`}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        size="wide"
        title={t`No-School Days`}
        description={t`Goals that repeat aren’t made on these days, in all classes that are yours. Goals that are there already stay.`}
      >
        <NoSchoolDialogBody
          onSaved={() => {
            setIsOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}
