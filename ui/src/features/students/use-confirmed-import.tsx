import { t } from '@lingui/core/macro';
import { useCallback, useState } from 'react';

import { ConfirmDialog } from '@/components/dialog/confirm-dialog';

/** Asks before unsaved rows are left for the import. Render the dialog outside the form. */
export function useConfirmedImport(dirty: boolean, openImport: (text?: string) => void) {
  const [asked, setAsked] = useState<{ text: string | undefined } | null>(null);
  const onImport = useCallback(
    (text?: string) => {
      if (dirty) setAsked({ text });
      else openImport(text);
    },
    [dirty, openImport],
  );
  const dialog = (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={() => {
        setAsked(null);
      }}
      title={t`Leave without saving?`}
      description={t`What you typed will be lost.`}
      cancelLabel={t`Keep editing`}
      confirmLabel={t`Leave without saving`}
      onConfirm={() => {
        setAsked(null);
        openImport(asked?.text);
      }}
    />
  );
  return { onImport, dialog };
}
