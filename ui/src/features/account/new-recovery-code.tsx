import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Printer } from 'lucide-react';

import type { RecoveryCode } from '@/api/types';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import { useDialogTitle } from '@/components/dialog/dialog';
import { useUnsavedChanges } from '@/components/dialog/unsaved-changes';
import { useAutoFocus } from '@/hooks/use-auto-focus';
import { printPage } from '@/lib/print-page';

import { RecoveryCard } from './recovery-card';

type NewRecoveryCodeProps = { recoveryCode: RecoveryCode; onDone: () => void };

/** Dialog step that shows the new recovery code once. */
export function NewRecoveryCode({ recoveryCode, onDone }: NewRecoveryCodeProps) {
  const first = useAutoFocus<HTMLButtonElement>();
  useDialogTitle(t`Your recovery code`);
  useUnsavedChanges(true);
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p className="text-ink-2">
        <Trans>
          Print it or write it down now: it is never shown again. It works once, if you forget your password.
        </Trans>
      </p>
      <output
        aria-label={t`Recovery code`}
        className="block rounded-control border border-line bg-sunken px-3 py-5 text-center text-title font-bold text-balance select-all"
      >
        {recoveryCode.code.split('-').map((group, index) => (
          <span key={index} className="whitespace-nowrap">
            {index > 0 && '-'}
            <wbr />
            {group}
          </span>
        ))}
      </output>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button ref={first} icon={<Printer aria-hidden />} onClick={printPage}>
          <Trans comment="Button">Print</Trans>
        </Button>
        <CopyButton
          text={recoveryCode.code}
          copiedText={t`Recovery code copied.`}
          failedText={t`Your browser didn’t copy the recovery code. Please select it and copy it yourself.`}
          className="w-full"
        />
      </div>
      <Button variant="primary" block onClick={onDone}>
        <Trans>I have written it down</Trans>
      </Button>
      <RecoveryCard recoveryCode={recoveryCode} />
    </div>
  );
}
