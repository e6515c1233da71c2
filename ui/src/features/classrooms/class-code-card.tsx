import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { classNames } from '@/lib/class-names';

type ClassCodeCardProps = {
  code: string;
  /** Link to the page that shows the code to the class. */
  connect?: ReactNode;
  /** Button for login cards; without it a sentence says how students sign in. */
  loginCards?: ReactNode;
  /** Shown at the end. */
  menu?: ReactNode;
};

/** The class code, large enough to be read from the back of the room. */
export function ClassCodeCard({ code, connect, loginCards, menu }: ClassCodeCardProps) {
  return (
    <Card
      as="section"
      aria-label={t`Class code`}
      className="mb-4 flex flex-wrap items-center gap-x-5 px-5 py-2 max-xl:gap-x-2 max-xl:px-4 max-sm:flex-nowrap max-sm:gap-x-1 max-sm:px-3 max-sm:py-1.5 large-text:flex-wrap!"
    >
      <span className="flex items-center gap-x-5 max-xl:block max-sm:me-auto">
        <span className="block text-small text-ink-2 xl:max-w-17">
          <Trans>Class code</Trans>
        </span>
        <span className="block text-display font-bold tracking-code max-xl:text-title max-[359px]:text-lead!">
          {code}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-2 max-sm:contents">
        <CopyButton
          compact
          text={code}
          copiedText={t`Class code copied.`}
          failedText={t`Your browser didn’t copy the class code. Please select it and copy it yourself.`}
          className="sm:max-xl:[&>svg]:hidden min-w-27 max-xl:min-w-20 max-sm:min-w-10 max-sm:px-0!"
        />
        {connect}
      </span>
      {!loginCards && (
        <p className="ms-auto text-small text-ink-2 max-xl:hidden">
          <Trans>
            Students sign in with their username,
            <br />
            their password and this code.
          </Trans>
        </p>
      )}
      <div
        className={classNames(
          'flex items-center gap-x-5 max-lg:gap-x-2 max-xl:ms-auto max-sm:ms-0 max-sm:contents',
          Boolean(loginCards) && 'ms-auto max-xl:gap-x-2',
        )}
      >
        {loginCards}
        {menu}
      </div>
    </Card>
  );
}
