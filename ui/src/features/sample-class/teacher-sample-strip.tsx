import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { Classroom } from '@/api/types';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { Dialog } from '@/components/dialog/dialog';
import { SampleStrip } from '@/shared/sample-strip';

import { LookAsStudent, type LookAsStudentProps } from './look-as-student';
import { useRemoveSampleClass } from './remove-mutation';

const buttonClass = 'text-pending-ink! hover:bg-surface!';

function Remove() {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRemoveSampleClass();
  return (
    <>
      <Button
        variant="ghost"
        icon={<Trash2 aria-hidden />}
        className={buttonClass}
        onClick={() => {
          setIsAsking(true);
        }}
      >
        <Trans comment="Button: the sample class">Remove</Trans>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t`Remove the sample class?`}
        description={
          <>
            <p className="text-ink">
              <Trans>
                The 12 invented students, and all that was tried with them, go away. You are back at the login
                page then.
              </Trans>
            </p>
            <p className="mt-2">
              <Trans>Real classes on this computer aren’t touched. You can try a new one at any time.</Trans>
            </p>
          </>
        }
        cancelLabel={t`Keep It`}
        confirmLabel={t`Remove the Sample Class`}
        pendingLabel={t`Removing the sample class`}
        pending={remove.isPending}
        onConfirm={() => {
          remove.mutate();
        }}
      />
    </>
  );
}

function Look(props: Omit<LookAsStudentProps, 'onDone'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        icon={<Smartphone aria-hidden />}
        className={buttonClass}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        <Trans>Look as a Student</Trans>
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t`Look as a Student`}
        description={t`See what Amara sees, on another device.`}
      >
        <LookAsStudent
          {...props}
          onDone={() => {
            setIsOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}

type TeacherSampleStripProps = {
  /** Undefined while it loads, and once it was deleted. */
  classroom: Classroom | undefined;
  /** URL of the server for other devices; null without a network. */
  address: string | null;
};

/** The strip above the teacher's pages of the sample class. */
export function TeacherSampleStrip({ classroom, address }: TeacherSampleStripProps) {
  return (
    <SampleStrip>
      <span className="flex flex-wrap gap-x-2">
        {classroom && <Look classroom={classroom} address={address} />}
        <Remove />
      </span>
    </SampleStrip>
  );
}
