import { Lightbulb } from 'lucide-react';

import type { Suggestion } from '@/api/types';
import { Notice } from '@/components/notice';
import type { Unseen } from '@/hooks/use-unseen';

/** As many as are shown one by one; the rest stands in Your Suggestions. */
const SHOWN = 3;

/** Suggestions that the teacher has denied. */
export function SuggestionNews({ news: { unseen, dismiss } }: { news: Unseen<Suggestion> }) {
  return unseen.slice(0, SHOWN).map((suggestion) => (
    <Notice
      key={suggestion.id}
      icon={<Lightbulb aria-hidden />}
      title={
        <>
          Your teacher looked at your idea &ldquo;<bdi>{suggestion.suggestedName}</bdi>&rdquo;
        </>
      }
      onDismiss={() => {
        dismiss([suggestion]);
      }}
    >
      <p className="text-ink-2">It doesn&apos;t become a goal this time. You can suggest another one.</p>
    </Notice>
  ));
}
