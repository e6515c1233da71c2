import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { HillArt } from '@/components/illustrations/illustrations';
import { usePageTitle } from '@/components/page';

/** The 404 page's content, for pages inside a portal. */
export function PageNotFound() {
  usePageTitle(t`404 Page Not Found`);
  return (
    <EmptyState
      level={1}
      art={<HillArt />}
      title={t`404 Page Not Found`}
      action={
        <ButtonLink variant="primary" to="/">
          <Trans>Go to the start</Trans>
        </ButtonLink>
      }
    >
      <Trans>There is no page at this address.</Trans>
    </EmptyState>
  );
}

export default function NotFoundPage() {
  return (
    <main className="grid min-h-[calc(100dvh-var(--banner))] grid-cols-1 place-items-center">
      <PageNotFound />
    </main>
  );
}
