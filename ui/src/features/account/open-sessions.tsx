import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, LogOut } from 'lucide-react';
import { useId } from 'react';

import { isSchoolServer } from '@/api/server-kind';
import type { OpenSession } from '@/api/types';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { Section } from '@/components/section';
import { SkeletonRows } from '@/components/skeleton';
import { useFocusFallback } from '@/hooks/use-focus-fallback';
import { formatDateTime, formatPastTime } from '@/lib/format';
import { HelpLink } from '@/shared/help-link';
import { QueryView } from '@/shared/query-view';

import { useEndSession } from './mutations';
import { openSessionsQuery } from './queries';

const rowClass = 'border-t border-line px-5 py-3 first:border-t-0';

function SessionRow({ session }: { session: OpenSession }) {
  const { startedAt, current } = session;
  const end = useEndSession(session);
  const nameId = useId();
  const timeId = useId();
  const buttonId = useId();
  const time = formatPastTime(startedAt);
  return (
    <li className={`${rowClass} flex flex-wrap items-center gap-x-4 gap-y-2`}>
      <div className="min-w-0 grow basis-40">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <bdi id={nameId} className="font-mid wrap-anywhere">
            {session.device ?? t`Unknown device`}
          </bdi>
          {current && (
            <Badge tone="approved" icon={<Check aria-hidden />}>
              <Trans>This device</Trans>
            </Badge>
          )}
        </p>
        <p id={timeId} className="text-small text-ink-2">
          <time dateTime={startedAt} title={formatDateTime(startedAt)}>
            <Trans comment="{time}: 'today at 2:05 PM', 'on October 2 at 9:41 AM'">Signed in {time}</Trans>
          </time>
        </p>
      </div>
      <Button
        id={buttonId}
        icon={<LogOut aria-hidden />}
        aria-labelledby={`${buttonId} ${nameId}`}
        aria-describedby={timeId}
        pending={end.isPending}
        pendingLabel={t`Signing out`}
        onClick={() => {
          end.mutate();
        }}
      >
        <Trans>Sign Out</Trans>
      </Button>
    </li>
  );
}

/** Settings section with the browsers in which the teacher is signed in. */
export function OpenSessions() {
  const sessions = useQuery(openSessionsQuery);
  const heading = useFocusFallback<HTMLHeadingElement>(sessions.data?.length);
  return (
    <Section
      title={t`Where you're signed in`}
      description={t`The devices and browsers that have your account open. Sign out those that you don't know or no longer use.`}
      headingRef={heading}
      flush
    >
      <QueryView
        query={sessions}
        level={3}
        title={t`Your devices didn't load`}
        loading={t`Loading devices...`}
        skeleton={<SkeletonRows rows={2} />}
      >
        {(sessions) => (
          <>
            <ul>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
            {sessions.every(({ current }) => current) && (
              <p className="border-t border-line px-5 py-3 text-small text-ink-2">
                <Trans>You aren&apos;t signed in anywhere else.</Trans>
              </p>
            )}
            {!isSchoolServer() && (
              <p className="border-t border-line px-5 py-2">
                <HelpLink answer="sign-in-on-another-device" />
              </p>
            )}
          </>
        )}
      </QueryView>
    </Section>
  );
}
