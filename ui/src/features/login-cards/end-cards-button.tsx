import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';

import { type CardsOfClass, countCards, useEndLoginCards } from './mutations';

type EndCardsButtonProps = {
  /** The cards that end. */
  classes: CardsOfClass[];
  onEnded: () => void;
};

/** Ends cards without new ones, after a confirmation. */
export function EndCardsButton({ classes, onEnded }: EndCardsButtonProps) {
  const ending = useEndLoginCards();
  const [asking, setAsking] = useState(false);
  const count = countCards(classes);
  return (
    <>
      <Button
        variant="danger-outline"
        onClick={() => {
          setAsking(true);
        }}
      >
        <Trans>End Cards</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={plural(count, { one: 'End # card?', other: 'End # cards?' })}
        description={
          <Trans>
            Nobody can sign in with them any more, and whoever is signed in is signed out. Usernames and
            passwords stay as they are.
          </Trans>
        }
        confirmLabel={t`End Cards`}
        pendingLabel={t`Ending cards`}
        pending={ending.isPending}
        onConfirm={() => {
          ending.mutate(classes, { onSuccess: onEnded });
        }}
      />
    </>
  );
}
