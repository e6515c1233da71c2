import type { IdentityProviderConfig } from '@/api/types';
import { IdentityError } from '@/features/sign-in/identity-error';
import type { Identity, IdentityProvider } from '@/features/sign-in/identity-provider';

import { buildAuthConfig } from './server-builders';

/** Replaces the SDK: `vi.mock` the module "identity-provider" with this one. */
let answers: Partial<IdentityProvider> = {};
let opened: IdentityProviderConfig[] = [];

const unexpected = () => Promise.reject(new Error('provide() has no answer for this sign-in.'));

export function openIdentityProvider(config: IdentityProviderConfig): Promise<IdentityProvider> {
  opened.push(config);
  return Promise.resolve({
    withEmail: unexpected,
    withNewAccount: unexpected,
    withGoogle: unexpected,
    ...answers,
  });
}

/** Sets the provider's answers; returns the configurations that it is opened with from now on. */
export function provide(next: Partial<IdentityProvider>): IdentityProviderConfig[] {
  answers = next;
  opened = [];
  return opened;
}

export const named: Identity = { idToken: 'token-of-elena', email: 'rivera@school.test' };
export const refuse = (code: string) => () => Promise.reject(new IdentityError(code));

export const project: IdentityProviderConfig = {
  apiKey: 'key',
  authDomain: 'goalbucks-school.firebaseapp.com',
  projectId: 'goalbucks-school',
  emulatorUrl: null,
};
export const config = buildAuthConfig({ identityProvider: project });

/** A promise that the test resolves with `give`. */
export function later<Answer>() {
  let give: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => {
    give = resolve;
  });
  return { answer, give };
}
