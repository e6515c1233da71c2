import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';

import { useUser } from '@/auth/session-context';
import { buttonClass } from '@/components/button';
import { Skeleton } from '@/components/skeleton';
import { downloadExport } from '@/shared/download-export';
import { QueryView } from '@/shared/query-view';
import { settingsQuery } from '@/shared/settings-query';

import { PhotoRetention } from './photo-retention';

function ExportAll() {
  const path = `/api/teachers/${useUser().id}/export?language=${i18n.locale}`;
  return (
    <div>
      <h3 className="font-mid">
        <Trans>Export all data</Trans>
      </h3>
      <p className="mt-0.5 text-small text-ink-2">
        <Trans>
          A ZIP file with everything of your classes: tables that a spreadsheet opens, and all photos. For one
          student alone, use the student&apos;s menu in its class.
        </Trans>
      </p>
      <a
        href={path}
        download
        className={`mt-3 ${buttonClass({})}`}
        onClick={(event) => {
          event.preventDefault();
          void downloadExport(path);
        }}
      >
        <Download aria-hidden />
        <Trans>Export All Data</Trans>
      </a>
    </div>
  );
}

function Retention({ isSchool }: { isSchool: boolean }) {
  const query = useQuery(settingsQuery);
  return (
    <QueryView
      query={query}
      level={3}
      title={t`This setting didn't load`}
      loading={t`Loading setting...`}
      skeleton={
        <>
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-3 h-10 w-80 max-w-full" />
        </>
      }
    >
      {(settings) => <PhotoRetention settings={settings} isSchool={isSchool} />}
    </QueryView>
  );
}

/** Privacy settings: data export and photo retention. */
export function Privacy({ isSchool }: { isSchool: boolean }) {
  return (
    <div className="flex flex-col gap-6">
      <ExportAll />
      <div className="border-t border-line pt-5">
        <Retention isSchool={isSchool} />
      </div>
    </div>
  );
}
