import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FilePen } from 'lucide-react';

import { CopyButton } from '@/components/copy-button';
import { SpokenNotice } from '@/shared/read-aloud/spoken-notice';

export type UnsentProof = {
  /** Null when the goal isn't a current one. */
  goalName: string | null;
  /** Reason why it can't be sent. */
  reason: string;
  text: string;
  photoUrl: string | null;
};

type UnsentProofNoticeProps = { proof: UnsentProof; onDismiss: () => void };

/** Shows a proof that can't be sent any more, so that the student can copy it. */
export default function UnsentProofNotice({ proof, onDismiss }: UnsentProofNoticeProps) {
  const { goalName, reason, text, photoUrl } = proof;
  const title =
    goalName === null ? (
      t`Your proof can't be sent`
    ) : (
      <Trans>
        Your proof for &ldquo;<bdi>{goalName}</bdi>&rdquo; can&apos;t be sent
      </Trans>
    );
  return (
    <div role="alert">
      <SpokenNotice icon={<FilePen aria-hidden />} title={title} onDismiss={onDismiss}>
        <p className="text-ink-2">
          {reason} <Trans>This was kept for you until you close it:</Trans>
        </p>
        {text !== '' && (
          <p
            dir="auto"
            className="mt-3 rounded-control bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-line"
          >
            {text}
          </p>
        )}
        {photoUrl !== null && (
          <img src={photoUrl} alt={t`What you added`} className="mt-3 max-h-60 rounded-control" />
        )}
        {text !== '' && (
          <div className="mt-3">
            <CopyButton
              text={text}
              copiedText={t`Text copied.`}
              failedText={t`Your browser didn’t copy the text. Please select it and copy it yourself.`}
            >
              {t`Copy text`}
            </CopyButton>
          </div>
        )}
      </SpokenNotice>
    </div>
  );
}
