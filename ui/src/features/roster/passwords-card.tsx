import { Trans } from '@lingui/react/macro';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';

import type { Classroom } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { printPage } from '@/lib/print-page';

import { downloadRows } from './download-rows';
import { PasswordSlips } from './password-slips';
import type { Passwords } from './use-passwords';

type PasswordsCardProps = {
  classroom: Classroom;
  /** URL of the server, without path; null or undefined if it isn't known. */
  address: string | null | undefined;
  passwords: Passwords;
};

/** The passwords of the students who were added, to download or to print for the last time. */
export function PasswordsCard({ classroom, address, passwords: { rows, keep } }: PasswordsCardProps) {
  const [printed, setPrinted] = useState(false);
  return (
    <Card as="section" className="min-w-0 p-5 large-text:p-3">
      <h2>
        <Trans>Usernames and passwords</Trans>
      </h2>
      <p className="mt-1 text-ink-2">
        <Trans>
          Download or print them now: once you leave this page nobody can read the passwords, only set new
          ones.
        </Trans>
      </p>
      <p className="mt-2 text-ink-2">
        <Trans>
          Students with a login card don’t need them: they scan the card or type its code. Keep the passwords
          for a day when a card is lost.
        </Trans>
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          className="wrap-anywhere max-sm:w-full"
          icon={<Download aria-hidden />}
          onClick={() => {
            downloadRows(classroom.name, rows);
            keep();
          }}
        >
          <Trans>Download the List (CSV)</Trans>
        </Button>
        <Button
          className="wrap-anywhere max-sm:w-full"
          icon={<Printer aria-hidden />}
          onClick={() => {
            // The slips have to be in the page before it is printed.
            flushSync(() => {
              setPrinted(true);
            });
            keep();
            printPage();
          }}
        >
          <Trans>Print a Slip for Each Student</Trans>
        </Button>
      </div>
      {printed && <PasswordSlips classroom={classroom} address={address} rows={rows} />}
    </Card>
  );
}
