import type { AuthConfig } from '@/api/types';

/** Where a class computer without any account is looked at: on the computer itself, or on another device. */
type SetupState = 'here' | 'elsewhere';

/** Null once there is an account, and while that isn't known. */
export function setupStateOf(config: AuthConfig | undefined): SetupState | null {
  if (!config?.setupNeeded) return null;
  return config.registrationAllowed ? 'here' : 'elsewhere';
}

const notices: Record<SetupState, string> = {
  here: 'Welcome! Start with an account for yourself, the teacher. Your class comes next.',
  elsewhere: 'Nobody can sign in yet: your teacher has to set up GoalBucks on the class computer first.',
};

/** What comes first on a class computer without any account. */
export function SetupNotice({ setup }: { setup: SetupState }) {
  return (
    <p className="mt-3 flex min-h-11 max-w-110 items-center text-balance text-ink-2">{notices[setup]}</p>
  );
}
