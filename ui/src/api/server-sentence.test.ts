import { i18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ApiError } from './api-error';
import { serverSentences as sentencesForEverybody } from './generated/sentences-for-everybody';
import { serverSentences as sentencesForTeachers } from './generated/sentences-for-teachers';
import { serverFieldError } from './server-field-error';
import { rememberServerKind } from './server-kind';
import { serverSentence } from './server-sentence';

const ENGLISH = 'You have bought a lot in a short time. Please try again in 5 minutes.';
const limited = { key: 'purchase_limit', params: { minutes: 5 } };

const errorOf = (body: object, status = 422) => new ApiError(status, '', JSON.stringify(body), null);

function activateSpanish(messages: Record<string, string> = {}) {
  i18n.loadAndActivate({ locale: 'es', messages });
}

afterEach(() => {
  i18n.activate('en');
  rememberServerKind(false);
});

describe('in English', () => {
  it('stays as the server sent it, whatever the catalog has', () => {
    i18n.load('en', { 'server.purchase_limit': 'Another text.' });
    expect(serverSentence(limited, ENGLISH)).toBe(ENGLISH);
    expect(errorOf({ error: ENGLISH, code: 'too_often', ...limited }).error).toBe(ENGLISH);
  });

  it('a field has its label before the message', () => {
    const body = {
      error: 'Please check.',
      code: 'invalid',
      key: 'invalid_field',
      fields: { name: 'must have at most 200 characters', grade: 'This grade is full.' },
      fieldKeys: { name: { key: 'field.string_too_long', params: { max: 200 } } },
    };
    expect(serverFieldError(errorOf(body), 'name', 'Class name')).toBe(
      'Class name must have at most 200 characters.',
    );
    expect(serverFieldError(errorOf(body), 'grade', 'Grade')).toBe('This grade is full.');
  });
});

describe('in another language', () => {
  beforeEach(() => {
    activateSpanish({
      'server.purchase_limit':
        'Has comprado mucho. Vuelve a intentarlo {minutes, plural, one {en un minuto} other {en # minutos}}.',
      'server.needs_rescue':
        'GoalBucks se repara en {serverKind, select, school {el servidor de la escuela} other {el ordenador de la clase}}.',
      'server.not_backed_up': 'No se ha borrado nada. {cause}',
      'server.more_space_needed': 'Faltan {needed}.',
      'server.disk_too_full': 'El disco está lleno.',
      'server.field.string_too_long': 'Debe tener como máximo {max} caracteres.',
    });
  });

  it('is the translation with its parameters', () => {
    const found = errorOf({ error: ENGLISH, code: 'too_often', ...limited }, 429);
    expect(found.error).toBe('Has comprado mucho. Vuelve a intentarlo en 5 minutos.');
    expect(found).toMatchObject({ code: 'too_often', key: 'purchase_limit', params: { minutes: 5 } });
  });

  it('names the kind of the server', () => {
    const repairing = { key: 'needs_rescue' };
    expect(serverSentence(repairing, '')).toBe('GoalBucks se repara en el ordenador de la clase.');
    rememberServerKind(true);
    expect(serverSentence(repairing, '')).toBe('GoalBucks se repara en el servidor de la escuela.');
  });

  it('contains the translation of a sentence within it', () => {
    const cause = { key: 'disk_too_full' };
    expect(serverSentence({ key: 'not_backed_up', params: { cause } }, 'Nothing.')).toBe(
      'No se ha borrado nada. El disco está lleno.',
    );
  });

  it('has sizes with a decimal comma', () => {
    const params = { needed: { bytes: 3_400_000 } };
    expect(serverSentence({ key: 'more_space_needed', params }, '')).toBe('Faltan 3,4 MB.');
  });

  it('is the English sentence if a translation is missing, of the whole or of a part', () => {
    const cause = { key: 'backup_failed' };
    expect(serverSentence({ key: 'not_backed_up', params: { cause } }, 'Nothing.')).toBe('Nothing.');
    expect(serverSentence({ key: 'newer_key' }, 'New.')).toBe('New.');
    expect(errorOf({ error: 'Old.', code: 'old' }).error).toBe('Old.');
  });

  it('of a field is a sentence without the label', () => {
    const body = {
      error: 'Please check.',
      code: 'invalid',
      key: 'invalid_field',
      fields: { name: 'must have at most 200 characters', odd: 'is odd' },
      fieldKeys: { name: { key: 'field.string_too_long', params: { max: 200 } }, odd: 5 },
    };
    expect(serverFieldError(errorOf(body), 'name', 'Nombre')).toBe('Debe tener como máximo 200 caracteres.');
    expect(serverFieldError(errorOf(body), 'odd', 'Nombre')).toBe('Nombre is odd.');
  });
});

const serverSentences = { ...sentencesForEverybody, ...sentencesForTeachers };

describe('the list of the server’s sentences', () => {
  beforeEach(() => {
    const messages = Object.values(serverSentences).map(({ id, message = '' }) => [id, message] as const);
    activateSpanish(Object.fromEntries(messages));
  });

  it('has only messages that the catalogs understand', () => {
    for (const [key, { message }] of Object.entries(serverSentences)) {
      const names = (message ?? '').match(/(?<=\{)\w+/g) ?? [];
      const params = Object.fromEntries(names.map((name) => [name, 2]));
      expect(serverSentence({ key, params }, '')).toMatch(/^[^{}#]+$/);
    }
  });

  it('has the sentence that the server sends', () => {
    const cause = { key: 'photo_unreadable', params: { name: 'a.webp', reason: 'read_only' } };
    expect(serverSentence({ key: 'warning.backup_failed', params: { cause } }, '')).toBe(
      'The last backup failed. The backup could not be made, because the photo a.webp can\u0027t be read: its disk is read-only. ' +
        'Nothing was changed. Please check the disk and try again.',
    );
    const params = { now: '2015-01-03T10:05:00', saved: '2026-11-21T08:00:00' };
    expect(serverSentence({ key: 'warning.clock_before_data', params }, '')).toContain(
      '3 de enero de 2015, 10:05, but something was saved here on 21 de noviembre de 2026, 8:00',
    );
  });
});
