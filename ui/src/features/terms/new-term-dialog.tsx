import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { Button } from '@/components/button';
import { Dialog, DialogClose } from '@/components/dialog/dialog';
import { SkeletonRows } from '@/components/skeleton';
import { QueryView } from '@/shared/query-view';

import { NewTermForm } from './new-term-form';
import { nextTermQuery } from './next-term-query';

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Why no term can end now, in the server's words. */
function TooShort({ sentence }: { sentence: string }) {
  return (
    <>
      <p className="mt-4">{sentence}</p>
      <div className="mt-6 flex justify-end">
        <DialogClose>
          <Button ref={focus}>
            <Trans>Close</Trans>
          </Button>
        </DialogClose>
      </div>
    </>
  );
}

type NewTermDialogProps = { classroomId: string; open: boolean; onOpenChange: (open: boolean) => void };

function Body({ classroomId, onOpenChange }: Omit<NewTermDialogProps, 'open'>) {
  const query = useQuery({ ...nextTermQuery(classroomId), refetchOnMount: 'always', gcTime: 0 });
  if (isStatus(query.error, 409)) return <TooShort sentence={query.error.error ?? ''} />;
  return (
    <QueryView
      query={query}
      title={t`The numbers of this term didn't load`}
      loading={t`Loading the numbers of this term...`}
      skeleton={<SkeletonRows rows={4} />}
    >
      {(next) => (
        <NewTermForm
          classroomId={classroomId}
          next={next}
          onBegun={() => {
            onOpenChange(false);
          }}
        />
      )}
    </QueryView>
  );
}

/** Ends the running term of a class. */
export function NewTermDialog({ classroomId, open, onOpenChange }: NewTermDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="wide"
      title={t`New Term`}
      closeConfirmation={{
        title: t`Close without beginning a term?`,
        description: t`The term goes on, and nothing changes.`,
        confirmLabel: t`Close`,
      }}
    >
      <Body classroomId={classroomId} onOpenChange={onOpenChange} />
    </Dialog>
  );
}
