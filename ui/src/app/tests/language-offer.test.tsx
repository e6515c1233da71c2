import { i18n } from '@lingui/core';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { startLanguage } from '@/lib/language';
import { noContent } from '@/testing/fake-server';

import { amara, openApp, rivera } from './app-test-utils';

beforeEach(async () => {
  await startLanguage(null);
});
afterEach(() => {
  i18n.activate('en');
  document.documentElement.lang = 'en';
});

/** Sets the page's language as Chrome's translation does. */
async function translateInto(language: string) {
  await act(async () => {
    document.documentElement.lang = language;
    await Promise.resolve();
  });
}

const offer = () => screen.queryByRole('region', { name: 'GoalBucks is also available in Español.' });
const offerShown = () => screen.findByRole('region', { name: 'GoalBucks is also available in Español.' });

describe('a page that the browser translates into Spanish', () => {
  // spec: 17.3
  it("offers Spanish, which becomes the account's language", async () => {
    const save = vi.fn(noContent);
    const { user, calls } = openApp('/student', {
      as: amara,
      handlers: { 'PUT /api/account/language': save },
    });
    await screen.findByRole('heading', { name: /Welcome/ });
    expect(offer()).toBeNull();
    await translateInto('es-419');
    await offerShown();
    await user.click(screen.getByRole('button', { name: 'Español' }));
    expect(await screen.findByRole('heading', { name: /Hola/ })).toBeVisible();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ language: 'es' });
    expect(screen.queryByRole('button', { name: 'No, gracias' })).toBeNull();
  });

  // spec: 17.3
  it('offers it on the login page for the device', async () => {
    const { user } = openApp('/');
    await screen.findByRole('button', { name: 'Student Login' });
    await translateInto('es');
    const shown = await offerShown();
    const [choice] = shown.querySelectorAll('button');
    if (choice) await user.click(choice);
    expect(await screen.findByRole('button', { name: 'Soy estudiante' })).toBeVisible();
    expect(localStorage.getItem('language')).toBe('es');
  });

  // spec: 17.3
  it('offers it no more after it was declined on this device', async () => {
    const { user } = openApp('/');
    await screen.findByRole('button', { name: 'Student Login' });
    await translateInto('es');
    await offerShown();
    await user.click(screen.getByRole('button', { name: 'No, thanks' }));
    expect(offer()).toBeNull();
    await translateInto('en');
    await translateInto('es');
    await waitFor(() => {
      expect(offer()).toBeNull();
    });
    expect(localStorage.getItem('language_offer_declined')).toBe('yes');
  });
});

describe('a page that the browser translates into another language', () => {
  it('offers nothing', async () => {
    openApp('/');
    await screen.findByRole('button', { name: 'Student Login' });
    await translateInto('fr');
    expect(screen.queryByRole('region', { name: /also available/ })).toBeNull();
  });

  // spec: 17.3
  it('offers a language of students to everybody but teachers', async () => {
    openApp('/');
    await screen.findByRole('button', { name: 'Student Login' });
    await translateInto('zh-CN');
    expect(await screen.findByRole('button', { name: '简体中文' })).toBeVisible();
  });

  // spec: 17.3
  it('offers a teacher nothing that their pages are not in', async () => {
    openApp('/teacher/settings', { as: rivera });
    await screen.findByRole('heading', { name: 'Settings' });
    await translateInto('zh-CN');
    expect(screen.queryByRole('region', { name: /also available/ })).toBeNull();
  });
});
