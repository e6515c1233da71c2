import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock } from 'lucide-react';

import type { Suggestion } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { Badge } from '@/components/badge';
import { Card } from '@/components/card';
import { RelativeTime } from '@/components/relative-time';
import { formatNumber } from '@/lib/format';
import { Amount } from '@/shared/amount';
import { QueryError } from '@/shared/query-error';

import { mySuggestionsQuery } from './queries';

/** How long settled suggestions are shown. */
const VISIBLE_DAYS = 7;
const DAY_MS = 86_400_000;

/** Pending and recently settled suggestions. */
export function visibleSuggestions(suggestions: Suggestion[], now = Date.now()): Suggestion[] {
  const since = now - VISIBLE_DAYS * DAY_MS;
  return suggestions.filter(
    ({ status, reviewedAt }) =>
      status === 'pending' || (reviewedAt !== null && new Date(reviewedAt).getTime() > since),
  );
}

const badges = {
  pending: { icon: <Clock aria-hidden />, text: 'Pending Review' },
  approved: { icon: <CircleCheck aria-hidden />, text: 'Approved' },
  denied: { icon: <CircleX aria-hidden />, text: 'Denied' },
};

/** Suggested amount, or the approved one if it differs. */
function Goalbucks({ suggestion }: { suggestion: Suggestion }) {
  const { status, suggestedName, suggestedGoalbucks, approvedName, approvedGoalbucks } = suggestion;
  if (status !== 'approved') return <Amount value={suggestedGoalbucks} />;
  if (approvedGoalbucks === null) {
    return (
      <span>
        You asked for <Amount plain value={suggestedGoalbucks} className="font-mid!" />
      </span>
    );
  }
  const isRenamed = approvedName !== null && approvedName !== suggestedName;
  const isRepriced = approvedGoalbucks !== suggestedGoalbucks;
  if (!isRenamed && !isRepriced) return <Amount value={approvedGoalbucks} />;
  return (
    <span className="wrap-anywhere">
      Approved{' '}
      {isRenamed && (
        <>
          as <bdi className="font-mid text-ink">{approvedName}</bdi>{' '}
        </>
      )}
      for <Amount value={approvedGoalbucks} />
      {isRepriced && ` (you asked for ${formatNumber(suggestedGoalbucks)})`}
    </span>
  );
}

function SuggestionItem({ suggestion }: { suggestion: Suggestion }) {
  const { status, reviewedAt } = suggestion;
  return (
    <li className="flex flex-col items-start gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0 sm:flex-row sm:items-center sm:px-5">
      <div className="min-w-0 grow">
        <h3 className="font-text wrap-anywhere">
          <bdi>{suggestion.suggestedName}</bdi>
        </h3>
        <p className="flex flex-wrap items-baseline gap-x-3 text-small text-ink-2">
          <Goalbucks suggestion={suggestion} />
          <span>
            {reviewedAt === null ? t`Suggested` : t`Answered`}{' '}
            <RelativeTime iso={reviewedAt ?? suggestion.createdAt} />
          </span>
        </p>
      </div>
      <Badge tone={status} icon={badges[status].icon}>
        {badges[status].text}
      </Badge>
    </li>
  );
}

/** The student's suggestions with their status; renders nothing if there are none. */
export function MySuggestions() {
  const suggestions = useQuery(mySuggestionsQuery(useStudent().id));
  const failed = suggestions.isError && !suggestions.data;
  const shown = visibleSuggestions(suggestions.data ?? []);
  if (shown.length === 0 && !failed) return null;
  return (
    <section className="mb-8">
      <h2 className="mb-3">
        <Trans>Your Suggestions</Trans>
      </h2>
      <Card>
        {failed ? (
          <QueryError level={3} title={t`Your suggestions didn't load`} query={suggestions} />
        ) : (
          <ul>
            {shown.map((suggestion) => (
              <SuggestionItem key={suggestion.id} suggestion={suggestion} />
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}
