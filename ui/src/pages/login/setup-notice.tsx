import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import type { AuthConfig } from '@/api/types';

/** Device on which a class computer without accounts is opened: itself or another one. */
type SetupState = 'here' | 'elsewhere';

/** Null if there is an account, or while loading. */
export function getSetupState(config: AuthConfig | undefined): SetupState | null {
  if (!config?.setupNeeded) return null;
  return config.registrationAllowed ? 'here' : 'elsewhere';
}

const notices: Record<SetupState, MessageDescriptor> = {
  here: msg`Welcome! Start with an account for yourself, the teacher. Your class comes next.`,
  elsewhere: msg`Nobody can sign in yet: your teacher has to set up GoalBucks on the class computer first.`,
};

/** First-run notice of a class computer without accounts. */
export function SetupNotice({ setup }: { setup: SetupState }) {
  return (
    <p className="mt-3 flex min-h-11 max-w-110 items-center text-balance text-ink-2">
      {i18n._(notices[setup])}
    </p>
  );
}
