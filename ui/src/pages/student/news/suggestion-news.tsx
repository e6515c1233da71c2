import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Lightbulb } from 'lucide-react';

import type { Suggestion } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { mySuggestionsQuery } from '@/features/suggestions/student/queries';
import { type Unseen, useUnseen } from '@/hooks/use-unseen';
import { createSeenStore } from '@/lib/seen-store';
import { SpokenNotice } from '@/shared/read-aloud/spoken-notice';

import type { NewsSource } from './news-source';

/** Maximum number of notices; the rest is listed in Your Suggestions. */
const MAX_SHOWN = 3;

function SuggestionNotices({ unseen, dismiss }: Unseen<Suggestion>) {
  return unseen.slice(0, MAX_SHOWN).map((suggestion) => {
    const { id, suggestedName } = suggestion;
    return (
      <SpokenNotice
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
      </SpokenNotice>
    );
  });
}

const seenSuggestions = createSeenStore<Suggestion>('seen_suggestions', {
  getId: ({ id }) => id,
  getTime: ({ reviewedAt }) => reviewedAt,
});

/** Denied suggestions. */
export function useSuggestionNews(enabled: boolean): NewsSource {
  const { id } = useStudent();
  const { data } = useQuery({ ...mySuggestionsQuery(id), enabled });
  const suggestions = useUnseen({
    personId: id,
    store: seenSuggestions,
    rows: data?.filter(({ status }) => status === 'denied'),
  });
  return {
    ids: suggestions.unseen.map((suggestion) => suggestion.id),
    notices: <SuggestionNotices {...suggestions} />,
  };
}
