import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock } from 'lucide-react';

import type { Suggestion } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { Badge } from '@/components/badge';
import { Card } from '@/components/card';
import { RelativeTime } from '@/components/relative-time';
import { formatNumber } from '@/lib/format';
import { serverClock } from '@/lib/server-clock';
import { Amount } from '@/shared/amount';
import { QueryError } from '@/shared/query-error';

import { mySuggestionsQuery } from './queries';

/** How long processed suggestions are shown. */
const VISIBLE_DAYS = 7;
const DAY_MS = 86_400_000;

/** Pending and recently processed suggestions. */
export function visibleSuggestions(suggestions: Suggestion[], now = serverClock.now()): Suggestion[] {
  const since = now - VISIBLE_DAYS * DAY_MS;
  return suggestions.filter(
    ({ status, reviewedAt }) =>
      status === 'pending' || (reviewedAt !== null && new Date(reviewedAt).getTime() > since),
  );
}

const badges = {
  pending: { icon: <Clock aria-hidden />, text: msg`Pending Review` },
  approved: { icon: <CircleCheck aria-hidden />, text: msg`Approved` },
  denied: { icon: <CircleX aria-hidden />, text: msg`Denied` },
};

type ApprovalProps = {
  /** Null if it is the suggested one. */
  name: string | null;
  goalbucks: number;
  /** The suggested amount; null if it is the approved one. */
  askedFor: number | null;
};

/** What the teacher approved instead of what was suggested. */
function ChangedApproval({ name, goalbucks, askedFor }: ApprovalProps) {
  const asked = formatNumber(askedFor ?? 0);
  if (name === null) {
    return (
      <Trans>
        Approved for <Amount value={goalbucks} /> (you asked for {asked})
      </Trans>
    );
  }
  if (askedFor === null) {
    return (
      <Trans>
        Approved as <bdi className="font-mid text-ink">{name}</bdi> for <Amount value={goalbucks} />
      </Trans>
    );
  }
  return (
    <Trans>
      Approved as <bdi className="font-mid text-ink">{name}</bdi> for <Amount value={goalbucks} /> (you asked
      for {asked})
    </Trans>
  );
}

/** Suggested amount, or the approved one if it differs. */
function Goalbucks({ suggestion }: { suggestion: Suggestion }) {
  const { status, suggestedName, suggestedGoalbucks, approvedName, approvedGoalbucks } = suggestion;
  if (status !== 'approved') return <Amount value={suggestedGoalbucks} />;
  if (approvedGoalbucks === null) {
    return (
      <span>
        <Trans>
          You asked for <Amount plain value={suggestedGoalbucks} className="font-mid!" />
        </Trans>
      </span>
    );
  }
  const isRenamed = approvedName !== null && approvedName !== suggestedName;
  const isRepriced = approvedGoalbucks !== suggestedGoalbucks;
  if (!isRenamed && !isRepriced) return <Amount value={approvedGoalbucks} />;
  return (
    <span className="wrap-anywhere">
      <ChangedApproval
        name={isRenamed ? approvedName : null}
        goalbucks={approvedGoalbucks}
        askedFor={isRepriced ? suggestedGoalbucks : null}
      />
    </span>
  );
}

function SuggestionItem({ suggestion }: { suggestion: Suggestion }) {
  const { status, reviewedAt, createdAt } = suggestion;
  return (
    <li className="flex flex-col items-start gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0 sm:flex-row sm:items-center sm:px-5">
      <div className="min-w-0 grow">
        <h3 className="font-text wrap-anywhere">
          <bdi>{suggestion.suggestedName}</bdi>
        </h3>
        <p className="flex flex-wrap items-baseline gap-x-3 text-small text-ink-2">
          <Goalbucks suggestion={suggestion} />
          <span>
            {reviewedAt === null ? (
              <Trans>
                Suggested <RelativeTime iso={createdAt} />
              </Trans>
            ) : (
              <Trans>
                Answered <RelativeTime iso={reviewedAt} />
              </Trans>
            )}
          </span>
        </p>
      </div>
      <Badge tone={status} icon={badges[status].icon}>
        {i18n._(badges[status].text)}
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
