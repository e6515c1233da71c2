import type { ReactNode } from 'react';

import { classNames } from '@/lib/class-names';

import { type Addresses, typed } from './addresses';
import { FittedLine } from './fitted-line';

type JoinStepsProps = {
  addresses: Addresses;
  /** Null: there is no class yet, or it isn't known. */
  classCode: string | null;
  /** For the projector. */
  huge?: boolean;
  /** What can be done with the address. */
  onAddress?: ReactNode;
  /** Stands in place of the second step while there is no class code. */
  noClassCode?: ReactNode;
};

/** What a student does, one thing after another. */
export function JoinSteps({ addresses, classCode, huge = false, onAddress, noClassCode }: JoinStepsProps) {
  const { url, hostNameUrl } = addresses;
  const step = classNames('text-ink-2', huge ? 'text-[max(1.125rem,3.2dvh)]/[1.3]' : 'text-lead');
  const second = classNames('wrap-anywhere text-ink-2', huge && 'text-[max(1.125rem,3.2dvh)]/[1.3]');
  return (
    <ol className={classNames('flex min-w-0 flex-col', huge ? 'gap-[5dvh]' : 'gap-5')}>
      <li>
        <p className={step}>{classCode !== null && '1. '}Scan the code or type this address</p>
        <FittedLine
          most={huge ? '13dvh' : 'clamp(4.5rem, 5vw, 7rem)'}
          tracking={-0.02}
          className="text-brand-ink"
        >
          {typed(url)}
        </FittedLine>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {hostNameUrl !== null && <p className={second}>or {typed(hostNameUrl)}</p>}
          {onAddress}
        </div>
      </li>
      {classCode === null ? (
        noClassCode !== undefined && <li>{noClassCode}</li>
      ) : (
        <li>
          <p className={step}>2. Choose Student Login and type the class code</p>
          <FittedLine most={huge ? '18dvh' : 'clamp(4.5rem, 5vw, 7rem)'} tracking={0.08}>
            {classCode}
          </FittedLine>
        </li>
      )}
      {classCode !== null && (
        <li>
          <p className={step}>3. Type your own username and password</p>
        </li>
      )}
    </ol>
  );
}
