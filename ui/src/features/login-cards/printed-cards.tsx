import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { CircleCheck, Printer } from 'lucide-react';

import { Button } from '@/components/button';
import { DialogActions, useDialogTitle } from '@/components/dialog/dialog';
import { useAutoFocus } from '@/hooks/use-auto-focus';
import { printPage } from '@/lib/print-page';

type PrintedCardsProps = {
  count: number;
  /** Whether the new cards have replaced others. */
  replaced: boolean;
  onDone: () => void;
};

/** After printing: the same cards can be printed again until the dialog closes. */
export function PrintedCards({ count, replaced, onDone }: PrintedCardsProps) {
  useDialogTitle(t`Did the cards come out well?`);
  const done = useAutoFocus<HTMLButtonElement>();
  return (
    <>
      <p
        role="status"
        className="mt-4 flex gap-3 rounded-control bg-approved-soft px-4 py-3 [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:shrink-0 [&>svg]:text-approved-ink"
      >
        <CircleCheck aria-hidden />
        <span>
          {plural(count, { one: '# card was made.', other: '# cards were made.' })}{' '}
          {replaced && <Trans>The old ones no longer work.</Trans>}
        </span>
      </p>
      <p className="mt-4">
        <Plural
          value={count}
          one="Print it again now if paper was missing: it is the same card. Once you press Done it can't be shown again, only made anew."
          other="Print them again now if paper was missing: it is the same cards. Once you press Done they can't be shown again, only made anew."
        />
      </p>
      <DialogActions
        cancel={
          <Button icon={<Printer aria-hidden />} onClick={printPage}>
            <Trans>Print Again</Trans>
          </Button>
        }
      >
        <Button ref={done} variant="primary" onClick={onDone}>
          <Trans context="button">Done</Trans>
        </Button>
      </DialogActions>
    </>
  );
}
