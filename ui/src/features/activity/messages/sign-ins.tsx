import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { Messages } from './message';

export const signInMessages = {
  registered: () => t`Created this account`,
  sign_in: ({ actor }) => <Trans>{actor} signed in</Trans>,
  card_sign_in: ({ actor }) => <Trans>{actor} signed in with a login card</Trans>,
  substitute_began: ({ actor }) => <Trans>{actor} began as a substitute</Trans>,
  sign_in_failed: ({ actor }) => <Trans>Wrong password for {actor}</Trans>,
  sign_out_everywhere: ({ actor }) => <Trans>{actor} signed out everywhere</Trans>,
  session_ended: ({ actor, about: device }) =>
    device ? (
      <Trans>
        {actor} signed out a device: {device}
      </Trans>
    ) : (
      <Trans>{actor} signed out a device</Trans>
    ),
  recovery_code_used: ({ actor }) => <Trans>{actor} set a new password with the recovery code</Trans>,
  recovery_code_failed: ({ actor }) => <Trans>Wrong recovery code for {actor}</Trans>,
  pictures_failed: ({ actor }) => <Trans>Wrong pictures for {actor}</Trans>,
} satisfies Messages;
