import { Printer } from 'lucide-react';

import type { RecoveryCode } from '@/api/types';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import { useDialogGuard, useStepTitle } from '@/components/dialog/dialog';
import { useFocusAtStart } from '@/hooks/use-focus-at-start';
import { useLeaveWarning } from '@/hooks/use-leave-warning';
import { printPage } from '@/lib/print-page';

import { RecoveryCard } from './recovery-card';

type NewRecoveryCodeProps = { made: RecoveryCode; onDone: () => void };

/** The step of a dialog that shows a new code, this once. */
export function NewRecoveryCode({ made, onDone }: NewRecoveryCodeProps) {
  const first = useFocusAtStart<HTMLButtonElement>();
  useStepTitle('Your recovery code');
  useDialogGuard({ dirty: true });
  useLeaveWarning(true);
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p className="text-ink-2">
        Print it or write it down now: it is never shown again. It works once, if you forget your password.
      </p>
      <output
        aria-label="Recovery code"
        className="block rounded-control border border-line bg-sunken px-3 py-5 text-center text-title font-bold text-balance select-all"
      >
        {made.code.split('-').map((group, index) => (
          <span key={index} className="whitespace-nowrap">
            {index > 0 && '-'}
            <wbr />
            {group}
          </span>
        ))}
      </output>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button ref={first} icon={<Printer aria-hidden />} onClick={printPage}>
          Print
        </Button>
        <CopyButton text={made.code} what="recovery code" className="w-full" />
      </div>
      <Button variant="primary" block onClick={onDone}>
        I have written it down
      </Button>
      <RecoveryCard made={made} />
    </div>
  );
}
