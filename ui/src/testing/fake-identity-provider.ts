import type { IdentityProviderConfig } from '@/api/types';
import { IdentityError } from '@/features/sign-in/identity-error';
import type { Identity, IdentityProvider } from '@/features/sign-in/identity-provider';

import { buildAuthConfig } from './builders';

/** Stands in for the SDK, whose own tests run in a browser: `vi.mock` the module "identity-provider" with this one. */
let answers: Partial<IdentityProvider> = {};
let opened: IdentityProviderConfig[] = [];

const unasked = () => Promise.reject(new Error('This test expects nobody to ask for it.'));

export function openIdentityProvider(config: IdentityProviderConfig): Promise<IdentityProvider> {
  opened.push(config);
  return Promise.resolve({ withEmail: unasked, withNewAccount: unasked, withGoogle: unasked, ...answers });
}

/** What the provider answers from now on, and for which projects it has been set up since. */
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

/** An answer that the test gives when it likes. */
export function later<Answer>() {
  let give: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => {
    give = resolve;
  });
  return { answer, give };
}
