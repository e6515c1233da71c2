import { Trans } from '@lingui/react/macro';
import { Pin } from 'lucide-react';

import type { StoreItem } from '@/api/types';
import { Button } from '@/components/button';

import { useChooseSavings } from './use-choose-savings';

type SaveButtonProps = {
  item: Pick<StoreItem, 'id'>;
  /** Whether the student saves for it; a press ends that. */
  isSaved: boolean;
  /** Id of the element with the item's name. */
  titleId: string;
};

/** Chooses the item to save for. */
export function SaveButton({ item, isSaved, titleId }: SaveButtonProps) {
  const { mutate, isPending } = useChooseSavings();
  return (
    <Button
      block
      variant={isSaved ? 'soft' : 'ghost'}
      icon={<Pin aria-hidden />}
      aria-describedby={titleId}
      pending={isPending}
      onClick={() => {
        mutate(isSaved ? null : item.id);
      }}
    >
      {isSaved ? <Trans>You save for this</Trans> : <Trans>Save for This</Trans>}
    </Button>
  );
}
