import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

import { useIsSchool } from '@/auth/auth-config';
import { useUser } from '@/auth/session-context';
import { Breadcrumb } from '@/components/breadcrumb';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Page } from '@/components/page';
import { SkeletonRows } from '@/components/skeleton';
import { ItNote } from '@/features/network/it-note';
import { networkQuery } from '@/features/network/queries';
import { formatDay } from '@/lib/format';
import { printPage } from '@/lib/print-page';
import { serverClock } from '@/lib/server-clock';
import { QueryView } from '@/shared/query-view';
import { Redirect } from '@/shared/redirect';

/** Opens the print dialog if the page was opened by "Print". */
function usePrintOnArrival(ready: boolean) {
  const state = useLocation().state as { print?: boolean } | null;
  const wanted = useRef(state?.print === true);
  useEffect(() => {
    if (!ready || !wanted.current) return;
    wanted.current = false;
    // Don't print again after a reload.
    history.replaceState({}, '');
    printPage();
  }, [ready]);
}

/** Only for class computers. */
export default function ItNotePage() {
  return useIsSchool() === true ? <Redirect to="/teacher/connect" /> : <ItNoteContent />;
}

/** Printable note for the IT department. */
function ItNoteContent() {
  const { name } = useUser();
  const network = useQuery(networkQuery);
  const [today] = useState(serverClock.today);
  usePrintOnArrival(network.isSuccess);
  return (
    <Page
      narrow
      title={t`GoalBucks on the school's network`}
      breadcrumb={
        <Breadcrumb
          crumbs={[{ label: t`Connect students`, to: '/teacher/connect' }, { label: t`Note for IT` }]}
        />
      }
      actions={
        <Button variant="primary" icon={<Printer aria-hidden />} disabled={!network.data} onClick={printPage}>
          <Trans>Print</Trans>
        </Button>
      }
    >
      <Card
        as="section"
        aria-label={t`Note for IT`}
        className="p-6 print:border-0 print:p-0 print:shadow-none"
      >
        <QueryView
          query={network}
          title={t`The note didn't load`}
          loading={t`Loading the note...`}
          skeleton={<SkeletonRows rows={10} />}
        >
          {(network) => <ItNote network={network} teacher={name} date={formatDay(today)} />}
        </QueryView>
      </Card>
    </Page>
  );
}
