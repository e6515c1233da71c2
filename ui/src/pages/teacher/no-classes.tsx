import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Archive, Sprout } from 'lucide-react';

import { authConfigQuery, offersSampleClass } from '@/auth/auth-config';
import { useUser } from '@/auth/session-context';
import { ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { Page } from '@/components/page';
import { SkeletonRows } from '@/components/skeleton';
import { archivedClassroomsQuery } from '@/features/classrooms/queries';
import { useClassrooms } from '@/features/classrooms/use-classrooms';
import TrySampleClass from '@/features/sample-class/try-sample-class';
import { formatNumber } from '@/lib/format';
import { HelpLink } from '@/shared/help-link';
import { QueryView } from '@/shared/query-view';
import { Redirect } from '@/shared/redirect';

import { NoClassesState } from './no-classes-state';

/** Leads to the archived classes of a teacher who has no other ones. */
function ArchivedLink() {
  const archived = useQuery(archivedClassroomsQuery(useUser().id)).data ?? [];
  const number = formatNumber(archived.length);
  if (archived.length === 0) return null;
  return (
    <p className="-mt-6 pb-8 text-center">
      <ButtonLink variant="link" icon={<Archive aria-hidden />} to="/teacher/classes?tab=archived">
        <Trans>Archived Classes ({number})</Trans>
      </ButtonLink>
    </p>
  );
}

function Content() {
  const classes = useClassrooms();
  return (
    <QueryView
      query={classes}
      title={t`Your classes didn't load`}
      loading={t`Loading classes...`}
      skeleton={<SkeletonRows rows={4} />}
      empty={
        <>
          <NoClassesState>
            <Trans>Create a class, add your students, and give them goals to reach.</Trans>
          </NoClassesState>
          <ArchivedLink />
        </>
      }
    >
      {([first]) => first && <Redirect to={`/teacher/class/${first.id}`} />}
    </QueryView>
  );
}

/** Offers the sample class, on the class computer itself. */
function LookAround() {
  if (!useQuery({ ...authConfigQuery, select: offersSampleClass }).data) return null;
  return (
    <section className="flex flex-wrap items-center gap-x-6 gap-y-4 border-t border-line p-5">
      <span className="grid size-20 shrink-0 place-items-center rounded-control bg-brand-soft text-brand-ink max-sm:hidden">
        <Sprout aria-hidden className="size-8" />
      </span>
      <div className="min-w-0 grow basis-80">
        <h2 className="text-lead font-bold tracking-normal">
          <Trans>Look around first?</Trans>
        </h2>
        <p className="mt-1 text-ink-2">
          <Trans>
            A class with 12 invented students, eight weeks of goals and a small store. Press every button:
            nobody is real, and you can remove it at any time.
          </Trans>
        </p>
      </div>
      <TrySampleClass variant="secondary" />
    </section>
  );
}

export default function NoClassesPage() {
  const { name } = useUser();
  return (
    <Page title={t`Welcome`} heading={t`Welcome, ${name}!`}>
      <Card as="section">
        <Content />
        <LookAround />
      </Card>
      <HelpLink answer="the-first-lesson" className="mt-2" />
    </Page>
  );
}
