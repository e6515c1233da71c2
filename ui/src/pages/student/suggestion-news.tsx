import { Trans } from '@lingui/react/macro';
import { Lightbulb } from 'lucide-react';

import type { Suggestion } from '@/api/types';
import { Notice } from '@/components/notice';
import type { Unseen } from '@/hooks/use-unseen';

/** Maximum number of notices; the rest is listed in Your Suggestions. */
const MAX_SHOWN = 3;

/** Notices for denied suggestions. */
export function SuggestionNews({ news: { unseen, dismiss } }: { news: Unseen<Suggestion> }) {
  return unseen.slice(0, MAX_SHOWN).map((suggestion) => {
    const { id, suggestedName } = suggestion;
    return (
      <Notice
        key={id}
        icon={<Lightbulb aria-hidden />}
        title={
          <Trans>
            Your teacher looked at your idea &ldquo;<bdi>{suggestedName}</bdi>&rdquo;
          </Trans>
        }
        onDismiss={() => {
          dismiss([suggestion]);
        }}
      >
        <p className="text-ink-2">
          <Trans>It doesn&apos;t become a goal this time. You can suggest another one.</Trans>
        </p>
      </Notice>
    );
  });
}
