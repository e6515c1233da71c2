import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import type { Schemas } from '@/api/types';
import { buildClassroom, buildTeacherUser } from '@/testing/builders';
import { errorResponse, type Handlers, json, noContent, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { SubstituteCodeCard } from './substitute-code-card';

const CODE = 'GET /api/classrooms/c1/substitute-code';
const MAKE = 'PUT /api/classrooms/c1/substitute-code';
const END = 'DELETE /api/classrooms/c1/substitute-code';
type Code = Schemas['SubstituteCodeResponse'];
const none: Code = { active: false, madeAt: null, lastUsedAt: null };
const used: Code = { active: true, madeAt: '2026-09-02T14:00:00Z', lastUsedAt: '2026-11-19T14:00:00Z' };

function show(handlers: Handlers) {
  const calls = serve(handlers);
  const classroom = buildClassroom({ id: 'c1', name: 'Room 12 Homeroom' });
  const { user } = render(<SubstituteCodeCard classroom={classroom} />, { signedInAs: buildTeacherUser() });
  return { user, sent: () => calls.map(({ method }) => method).filter((method) => method !== 'GET') };
}

const madeCode = async () => within(await screen.findByRole('dialog')).getByText('T4KM 9WXR');

describe('the substitute code', () => {
  // spec: 27.1, 27.7
  it('is made with one press, shown this once, and printed', async () => {
    vi.stubGlobal('print', vi.fn());
    let code = none;
    const { user, sent } = show({
      [CODE]: () => json(code),
      [MAKE]: () => {
        code = { ...used, lastUsedAt: null };
        return json({ code: 'T4KM9WXR' });
      },
    });
    expect(await screen.findByText('There is no code now, so nobody can stand in.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'End It' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Make a Substitute Code' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your substitute code' }));
    expect(dialog.getByText('T4KM 9WXR')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Print the Sheet' }));
    expect(print).toHaveBeenCalled();
    const sheet = document.querySelector('.print-alone');
    expect(sheet).toHaveTextContent(/Room 12 Homeroom.*T4KM 9WXR.*How to begin.*You can.*You can’t/);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText('T4KM 9WXR')).toBeNull();
    expect(await screen.findByText(/not used so far/)).toBeVisible();
    expect(sent()).toEqual(['PUT']);
  });

  // spec: 27.1
  it('is replaced after a question that says what becomes of the old sheet', async () => {
    const { user, sent } = show({ [CODE]: () => json(used), [MAKE]: () => json({ code: 'T4KM9WXR' }) });
    expect(await screen.findByText(/last used on November 19, 2026/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Make a New Code' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/The sheet in the folder is void then/)).toBeVisible();
    expect(sent()).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Make a New Code' }));
    expect(await madeCode()).toBeVisible();
  });

  // spec: 27.1
  it('is ended after a question', async () => {
    let code = used;
    const { user } = show({
      [CODE]: () => json(code),
      [END]: () => {
        code = none;
        return noContent();
      },
    });
    await user.click(await screen.findByRole('button', { name: 'End It' }));
    await user.click(await screen.findByRole('button', { name: 'End the Code' }));
    expect(await screen.findByText('Substitute code ended')).toBeVisible();
    expect(await screen.findByText(/There is no code now/)).toBeVisible();
  });

  // spec: 27.1
  it('is asked for with the same key after a lost response, and made anew by the next press', async () => {
    const keys: (string | null)[] = [];
    const { user } = show({
      [CODE]: () => json(none),
      [MAKE]: ({ key }) => {
        keys.push(key);
        if (keys.length === 1) return Promise.reject(new TypeError('Failed to fetch'));
        if (keys.length === 2) return errorResponse(409, 'This was made already.', { code: 'already_made' });
        return json({ code: 'T4KM9WXR' });
      },
    });
    for (let press = 1; press <= 3; press += 1) {
      await user.click(await screen.findByRole('button', { name: 'Make a Substitute Code' }));
      await vi.waitFor(() => {
        expect(keys).toHaveLength(press);
      });
    }
    expect(await madeCode()).toBeVisible();
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('that did not load offers to try again', async () => {
    show({ [CODE]: () => errorResponse(500, 'Something went wrong.') });
    expect(await screen.findByText("The substitute code didn't load")).toBeVisible();
    expect(screen.queryByRole('button', { name: /Code/ })).toBeNull();
  });
});
