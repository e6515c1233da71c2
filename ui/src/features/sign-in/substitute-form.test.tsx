import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { Dialog } from '@/components/dialog/dialog';
import { buildSession, buildSubstituteUser } from '@/testing/builders';
import { errorResponse, type Handlers, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { SubstituteForm } from './substitute-form';

const BEGIN = 'POST /api/auth/substitute';

function show(handlers: Handlers = {}) {
  const bodies: unknown[] = [];
  const substitute = buildSubstituteUser();
  serve({
    [BEGIN]: ({ body }) => {
      bodies.push(body);
      return json({ user: substitute });
    },
    'GET /api/auth/session': () => json(buildSession({ user: substitute })),
    ...handlers,
  });
  const onBack = vi.fn();
  const { user } = render(
    <Dialog open onOpenChange={() => undefined} title="Teacher Login">
      <SubstituteForm onBack={onBack} />
    </Dialog>,
  );
  const fill = async (code: string, name: string) => {
    await user.type(screen.getByRole('textbox', { name: 'Substitute code' }), code);
    await user.type(screen.getByRole('textbox', { name: 'Your name' }), name);
    await user.click(screen.getByRole('button', { name: 'Begin' }));
  };
  return { user, fill, bodies, onBack };
}

describe('the form for a substitute code', () => {
  // spec: 27.2
  it('signs in with code and name', async () => {
    const { fill, bodies } = show();
    await fill('t4km-9wxr', ' Dana Cho ');
    await vi.waitFor(() => {
      expect(localStorage.getItem('temp_user')).toContain('Dana Cho');
    });
    expect(bodies).toEqual([{ code: 't4km-9wxr', name: 'Dana Cho' }]);
  });

  // spec: 27.2
  it('asks for eight characters and a name before it sends anything', async () => {
    const { fill, bodies } = show();
    await fill('T4KM', 'D');
    expect(await screen.findByText('A substitute code has 8 letters and numbers.')).toBeVisible();
    expect(screen.getByText('Please type your first and last name.')).toBeVisible();
    expect(bodies).toEqual([]);
  });

  // spec: 27.2
  it('says that a code is wrong, with the focus on it', async () => {
    const { fill } = show({ [BEGIN]: () => errorResponse(401, "This code doesn't work.") });
    await fill('ABCDEFGH', 'Dana Cho');
    expect(await screen.findByRole('alert')).toHaveTextContent("This code doesn't work.");
    expect(screen.getByRole('textbox', { name: 'Substitute code' })).toHaveFocus();
  });

  it('leads back to the login', async () => {
    const { user, onBack } = show();
    await user.click(screen.getByRole('button', { name: 'Back to Teacher Login' }));
    expect(onBack).toHaveBeenCalledOnce();
  });
});
