import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Printer } from 'lucide-react';

import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog/dialog';
import { printPage } from '@/lib/print-page';

import { groupCode } from './group-code';
import { SubstituteSheet } from './substitute-sheet';

type MadeCodeDialogProps = {
  className: string;
  /** Null: closed. */
  code: string | null;
  onDone: () => void;
};

/** The new code, which is shown this once, and its sheet to print. */
export function MadeCodeDialog({ className, code, onDone }: MadeCodeDialogProps) {
  return (
    <Dialog
      open={code !== null}
      onOpenChange={(open) => {
        if (!open) onDone();
      }}
      title={t`Your substitute code`}
      description={t`Print the sheet now and put it in the substitute folder. Once this is closed, the code can’t be shown again.`}
    >
      {code !== null && (
        <>
          <p
            dir="ltr"
            className="mt-4 rounded-control bg-sunken px-4 py-5 text-center text-title font-bold tracking-code"
          >
            {groupCode(code)}
          </p>
          <DialogActions
            cancel={
              <Button onClick={onDone}>
                <Trans context="button">Done</Trans>
              </Button>
            }
          >
            <Button variant="primary" icon={<Printer aria-hidden />} onClick={printPage}>
              <Trans>Print the Sheet</Trans>
            </Button>
          </DialogActions>
          <SubstituteSheet className={className} code={code} />
        </>
      )}
    </Dialog>
  );
}
