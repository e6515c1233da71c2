import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import { classNames } from '@/lib/class-names';

import { type Addresses, displayUrl } from './addresses';
import { FitText } from './fit-text';

const MAX_SIZE = 'clamp(4.5rem,5vw,7rem)';

type JoinStepsProps = {
  addresses: Addresses;
  /** Null if there is no class or it isn't loaded. */
  classCode: string | null;
  /** Large layout for the projector. */
  large?: boolean;
  /** Actions for the address. */
  onAddress?: ReactNode;
  /** Shown instead of the second step if there is no class code. */
  noClassCode?: ReactNode;
};

/** Numbered steps to join. */
export function JoinSteps({ addresses, classCode, large = false, onAddress, noClassCode }: JoinStepsProps) {
  const { url, hostNameUrl } = addresses;
  const hostName = hostNameUrl !== null && displayUrl(hostNameUrl);
  const step = classNames('text-ink-2', large ? 'text-[max(1.125rem,3.2dvh)]/[1.3]' : 'text-lead');
  const second = classNames('wrap-anywhere text-ink-2', large && 'text-[max(1.125rem,3.2dvh)]/[1.3]');
  return (
    <ol className={classNames('flex min-w-0 flex-col', large ? 'gap-[5dvh]' : 'gap-5')}>
      <li>
        <p className={step}>
          {classCode === null ? (
            <Trans>Scan the code or type this address</Trans>
          ) : (
            <Trans>1. Scan the code or type this address</Trans>
          )}
        </p>
        <FitText maxSize={large ? '13vh' : MAX_SIZE} tracking={-0.02} className="text-brand-ink">
          {displayUrl(url)}
        </FitText>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {hostName && (
            <p className={second}>
              <Trans>or {hostName}</Trans>
            </p>
          )}
          {onAddress}
        </div>
      </li>
      {classCode === null ? (
        noClassCode !== undefined && <li>{noClassCode}</li>
      ) : (
        <li>
          <p className={step}>
            <Trans>2. Choose Student Login and type the class code</Trans>
          </p>
          <FitText maxSize={large ? '18vh' : MAX_SIZE} tracking={0.08}>
            {classCode}
          </FitText>
        </li>
      )}
      {classCode !== null && (
        <li>
          <p className={step}>
            <Trans>3. Type your own username and password</Trans>
          </p>
        </li>
      )}
    </ol>
  );
}
