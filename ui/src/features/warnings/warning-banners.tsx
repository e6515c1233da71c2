import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';

import { serverSentence } from '@/api/server-sentence';
import { IconButton } from '@/components/icon-button';
import { tabStorage } from '@/lib/browser-storage';

import { warningsQuery } from './queries';

const KEY = 'warnings_read';

function readDismissed(): string[] {
  return tabStorage.get(KEY)?.split('\n') ?? [];
}

/** Dismissible warnings. A changed warning is shown again. */
export function WarningBanners() {
  const warnings = useQuery(warningsQuery).data ?? [];
  const [dismissed, setDismissed] = useState(readDismissed);
  const visible = warnings.filter(({ sentence }) => !dismissed.includes(sentence));
  const close = (sentence: string) => {
    const next = [...dismissed, sentence];
    tabStorage.set(KEY, next.join('\n'));
    setDismissed(next);
  };
  return (
    <div role="status" className="mx-auto flex max-w-page flex-col gap-2 not-empty:mb-4 print:hidden">
      {visible.map(({ sentence, ...warning }) => (
        <div
          key={warning.code}
          className="flex items-start gap-3 rounded-control border border-line-strong bg-surface py-2 ps-4 pe-2"
        >
          <TriangleAlert aria-hidden className="mt-1.5 size-4.5 text-denied-ink" />
          <p className="min-w-0 grow py-1 wrap-anywhere">{serverSentence(warning, sentence)}</p>
          <IconButton
            label={t`Close this message`}
            icon={<X aria-hidden />}
            onClick={() => {
              close(sentence);
            }}
          />
        </div>
      ))}
    </div>
  );
}
