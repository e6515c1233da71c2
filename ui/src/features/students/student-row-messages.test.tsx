import { i18n } from '@lingui/core';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import { setDeviceLanguage, startLanguage, withMessages } from '@/lib/language';
import { buildStudent } from '@/testing/builders';
import { errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { ManageStudentsDialog } from './manage-students-dialog';

const amara = buildStudent();
const emma = buildStudent({ id: 's2', firstName: 'Emma', lastName: 'Zhu', username: 'emma.li' });
const ignore = () => undefined;

afterEach(() => {
  setDeviceLanguage('en');
  i18n.activate('en');
});

async function switchToSpanish() {
  await startLanguage(null);
  await withMessages('teacher', Promise.resolve());
  act(() => {
    setDeviceLanguage('es');
  });
}

const field = (label: string, row: number) => screen.getAllByLabelText(label)[row] ?? document.body;

it('the messages of rows follow a change of the language', async () => {
  serve({
    'PUT /api/students/s1': () =>
      errorResponse(409, 'Someone in this class already has this username. Please choose another.', {
        code: 'username_taken',
        key: 'username_taken',
      }),
    'PUT /api/students/s2': () => Promise.reject(new TypeError('Failed to fetch')),
  });
  const { user } = render(
    <ManageStudentsDialog
      open
      onOpenChange={ignore}
      onSaved={ignore}
      onImport={ignore}
      classroomId="c1"
      students={[amara, emma]}
    />,
  );
  await user.type(field('Username', 0), 'x');
  await user.type(field('Username', 1), 'y');
  await user.click(screen.getByRole('button', { name: 'Add Student' }));
  await user.type(field('Password', 2), 'sun');
  await user.click(screen.getByRole('button', { name: 'Save Students' }));
  expect(await screen.findByText("Not saved. Can't reach the class computer.")).toBeVisible();
  expect(field('Username', 0)).toHaveAccessibleDescription(/already has this username/);
  expect(screen.getByText('Password needs at least 4 characters.')).toBeVisible();
  await switchToSpanish();
  expect(await screen.findByText(/^No se guardó/)).toHaveTextContent(
    'No se guardó. No hay conexión con la computadora de la clase.',
  );
  expect(field('Nombre de usuario', 0)).toHaveAccessibleDescription(/ya tiene este nombre de usuario/);
  expect(screen.getByText('La contraseña necesita al menos 4 caracteres.')).toBeVisible();
});
