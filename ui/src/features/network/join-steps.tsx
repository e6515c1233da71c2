import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import { classNames } from '@/lib/class-names';

import { displayUrl } from './addresses';
import { FitText } from './fit-text';

const MAX_SIZE = 'clamp(4.5rem,5vw,7rem)';

/** The ways to sign in besides username and password. */
export type OtherWays = { cards: boolean; pictures: boolean };

type JoinStepsProps = {
  /** URL of the server, the one that is printed on login cards. */
  url: string;
  otherWays: OtherWays;
  /** Null if there is no class or it isn't loaded. */
  classCode: string | null;
  /** Large layout for the projector. */
  large?: boolean;
  /** Actions for the address. */
  onAddress?: ReactNode;
  /** Shown instead of the second step if there is no class code. */
  noClassCode?: ReactNode;
};

type OwnWaysProps = { otherWays: OtherWays; className: string; otherClassName: string };

/** The last step: what each student has, besides the class code. */
function OwnWays({ otherWays, className, otherClassName }: OwnWaysProps) {
  return (
    <li>
      <p className={className}>
        <Trans>3. Type your own username and password</Trans>
      </p>
      {otherWays.pictures && (
        <p className={otherClassName}>
          <Trans>Pictures? Scan the code here, tap your name, then your three pictures.</Trans>
        </p>
      )}
      {otherWays.cards && (
        <p className={otherClassName}>
          <Trans>Login card? Scan your card, or choose I Have a Login Card.</Trans>
        </p>
      )}
    </li>
  );
}

/** Numbered steps to join. */
export function JoinSteps({
  url,
  otherWays,
  classCode,
  large = false,
  onAddress,
  noClassCode,
}: JoinStepsProps) {
  const step = classNames('text-ink-2', large ? 'text-[max(1.125rem,3.2dvh)]/[1.3]' : 'text-lead');
  const otherWay = classNames(
    'text-ink-2',
    large ? 'mt-[0.8dvh] text-[max(1.125rem,min(2.4dvh,1.4vw))]/[1.3]' : 'mt-1',
  );
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
        {onAddress !== undefined && <div className="mt-1 flex justify-end">{onAddress}</div>}
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
      {classCode !== null && <OwnWays otherWays={otherWays} className={step} otherClassName={otherWay} />}
    </ol>
  );
}
