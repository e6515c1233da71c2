import { Trans } from '@lingui/react/macro';

import { TrySampleClass } from './try-sample-class';

type SampleClassOfferProps = {
  /** Whether this computer has no account yet. */
  isFirst: boolean;
};

/** The button of the sample class below those of the login page; on the first start with a sentence about it. */
export default function SampleClassOffer({ isFirst }: SampleClassOfferProps) {
  return (
    <div className="mt-4 flex flex-col items-center">
      <TrySampleClass />
      {isFirst && (
        <p className="mt-1 max-w-90 text-small text-balance text-ink-2">
          <Trans>
            Twelve invented children, eight weeks of goals. No account is needed, and it can be removed at any
            time.
          </Trans>
        </p>
      )}
    </div>
  );
}
