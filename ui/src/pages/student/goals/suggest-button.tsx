import { Trans } from '@lingui/react/macro';
import { Lightbulb } from 'lucide-react';

import { Button } from '@/components/button';
import type { SuggestButtonProps } from '@/features/suggestions/student/use-suggest-dialog';

export type SuggestProps = { suggesting: SuggestButtonProps };

export function SuggestButton({ suggesting: { opening, onSuggest, onPreload } }: SuggestProps) {
  return (
    <Button
      icon={<Lightbulb aria-hidden />}
      pending={opening}
      onPointerEnter={onPreload}
      onFocus={onPreload}
      onClick={onSuggest}
    >
      <Trans>Suggest a Goal</Trans>
    </Button>
  );
}
