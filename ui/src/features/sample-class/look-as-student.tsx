import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import type { Classroom } from '@/api/types';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';

/** Amara's, in every language (server/domain/sample_class). */
const USERNAME = 'amara.o';

function Step({ number, title, children }: { number: number; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-control bg-brand-soft text-small font-bold text-brand-ink"
      >
        {number}
      </span>
      <div className="min-w-0 grow">
        <p>{title}</p>
        {children}
      </div>
    </li>
  );
}

const boxClass = 'rounded-control bg-sunken px-4 py-2.5 text-lead font-bold wrap-anywhere';

function Address({ url }: { url: string }) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <p className={`${boxClass} grow`} dir="ltr">
        {url}
      </p>
      <CopyButton
        text={url}
        copiedText={t`Address copied.`}
        failedText={t`Your browser didn’t copy the address. Please select it and copy it yourself.`}
      />
    </div>
  );
}

function SignInData({ code }: { code: string }) {
  const rows = [
    [t`Username`, USERNAME],
    [t`Password`, code],
    [t`Class Code`, code],
  ];
  return (
    <dl className={`mt-2 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 ${boxClass}`}>
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-body font-text text-ink-2">{label}</dt>
          <dd dir="ltr" className="text-start">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export type LookAsStudentProps = {
  classroom: Classroom;
  /** URL of the server for other devices; null without a network. */
  address: string | null;
  onDone: () => void;
};

/** How to sign in as a student of the sample class on another device. */
export function LookAsStudent({ classroom, address, onDone }: LookAsStudentProps) {
  return (
    <>
      <ol className="mt-5 flex flex-col gap-4">
        <Step
          number={1}
          title={
            address === null ? (
              <Trans>
                Open a <b>private window</b> on this computer.
              </Trans>
            ) : (
              <Trans>
                Take a phone or tablet in the same Wi-Fi, or open a <b>private window</b> on this computer.
              </Trans>
            )
          }
        >
          <p className="text-small text-ink-2">
            <Trans>An ordinary window signs you out as a teacher.</Trans>
          </p>
        </Step>
        <Step number={2} title={<Trans>Open this address:</Trans>}>
          <Address url={address ?? location.origin} />
        </Step>
        <Step number={3} title={<Trans>Press Student Login and type:</Trans>}>
          <SignInData code={classroom.classCode} />
          <p className="mt-3 text-small text-ink-2">
            <Trans>
              In this class everybody’s password is the class code. Each username stands in the table.
            </Trans>
          </p>
        </Step>
      </ol>
      <div className="mt-6 flex justify-end">
        <Button variant="primary" className="max-sm:w-full" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </>
  );
}
