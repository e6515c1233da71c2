import { i18n } from '@lingui/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { sessionExpiredEvent } from '@/api/session-expired-event';
import { setDeviceLanguage, startLanguage } from '@/lib/language';
import { allPages, studentPages } from '@/locales/languages.json';
import { json, noContent, errorResponse } from '@/testing/fake-server';

import { amara, openApp, rivera, settings } from './app-test-utils';

beforeEach(() => startLanguage(null));
afterEach(() => {
  i18n.activate('en');
});

describe('the login page', () => {
  // spec: 17.1, 17.2
  it('changes its language at once, and keeps the focus and what was typed', async () => {
    const { user } = openApp('/');
    await user.click(await screen.findByRole('button', { name: 'Language: English' }));
    const menu = within(await screen.findByRole('menu', { name: 'Language: English' }));
    expect(menu.getAllByRole('menuitemradio').map(({ textContent, lang }) => [lang, textContent])).toEqual(
      Object.entries({ ...allPages, ...studentPages }),
    );
    expect(menu.getByRole('menuitemradio', { name: 'English' })).toBeChecked();
    await user.click(menu.getByRole('menuitemradio', { name: 'Español' }));
    expect(await screen.findByRole('heading', { name: 'Ponte metas. Llega más lejos.' })).toBeVisible();
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Idioma: español' })).toHaveFocus();
    });
    expect(screen.getByText('Idioma: español')).toHaveAttribute('role', 'status');
    await user.click(screen.getByRole('button', { name: 'Soy estudiante' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Entrar como estudiante' }));
    await user.type(dialog.getByLabelText('Nombre de usuario'), 'amara');
    localStorage.setItem('language', 'en');
    dispatchEvent(new StorageEvent('storage', { key: 'language' }));
    expect(await screen.findByLabelText('Username')).toHaveValue('amara');
    expect(screen.getByLabelText('Username')).toHaveFocus();
  });
});

describe('the login page after a session has ended', () => {
  // spec: 17.2
  it("stays in the language of the student's account", async () => {
    await startLanguage({ role: 'student', language: 'es' });
    openApp('/student', { as: { ...amara, language: 'es' } });
    await screen.findByRole('heading', { name: /Hola/ });
    act(() => {
      sessionExpiredEvent.emit(sessionExpiredEvent.epoch());
    });
    expect(await screen.findByRole('heading', { name: 'Ponte metas. Llega más lejos.' })).toBeVisible();
  });
});

describe("a student's account", () => {
  // spec: 17.2
  it('keeps the language, which is shown before it is saved', async () => {
    const save = vi.fn(noContent);
    const { user } = openApp('/student', { as: amara, handlers: { 'PUT /api/account/language': save } });
    await user.click(await screen.findByRole('button', { name: 'Your account' }));
    await user.click(await screen.findByRole('radio', { name: 'Español' }));
    expect(await screen.findByRole('dialog', { name: 'Tu cuenta' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Español' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Español' })).toHaveFocus();
    expect(save).toHaveBeenCalledOnce();
    expect(JSON.parse(localStorage.getItem('temp_user') ?? '')).toMatchObject({ language: 'es' });
  });

  it('returns to the previous language when the new one could not be saved', async () => {
    const { user } = openApp('/student', {
      as: amara,
      handlers: { 'PUT /api/account/language': () => errorResponse(500, 'No.') },
    });
    await user.click(await screen.findByRole('button', { name: 'Your account' }));
    await user.click(await screen.findByRole('radio', { name: 'Español' }));
    expect(await screen.findByText(/Failed to change language|No se pudo cambiar el idioma/)).toBeVisible();
    await waitFor(() => {
      expect(screen.getByRole('radio', { name: 'English' })).toBeChecked();
    });
    expect(screen.getByRole('dialog', { name: 'Your Account' })).toBeVisible();
  });
});

describe('the settings of a teacher', () => {
  it('set the language of the login page without changing the own one', async () => {
    const save = vi.fn(() => json({ ...settings, language: 'es' as const }));
    const { user } = openApp('/teacher/settings', { as: rivera, handlers: { 'PUT /api/settings': save } });
    const group = within(await screen.findByRole('group', { name: 'Login page and new students' }));
    await user.click(group.getByRole('radio', { name: 'Español' }));
    await waitFor(() => {
      expect(group.getByRole('radio', { name: 'Español' })).toBeChecked();
    });
    expect(save).toHaveBeenCalledOnce();
  });

  it('show messages of fields again in the new language', async () => {
    const { user } = openApp('/teacher/settings', { as: rivera });
    await user.clear(await screen.findByLabelText('Full Name'));
    await user.click(screen.getByRole('button', { name: 'Save Name' }));
    expect(await screen.findByText('Full name is required.')).toBeVisible();
    act(() => {
      setDeviceLanguage('es');
    });
    expect(await screen.findByText('Hay que escribir el nombre completo.')).toBeVisible();
    setDeviceLanguage('en');
  });
});
