import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';

import type { ImportedRoster, RosterPreview, RosterPreviewRow } from '@/api/types';
import { buildClassroom, buildStudent, buildStudentStats, buildTeacherUser } from '@/testing/builders';
import { type Handlers, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig, buildNetwork, buildRosterPreview, buildRosterRow } from '@/testing/server-builders';

import ImportPage from './import';

export const PREVIEW = 'POST /api/classrooms/c1/roster/preview';
export const IMPORT = 'POST /api/classrooms/c1/roster';
export const imported: ImportedRoster = { created: [buildStudent()], changed: [], moved: [], unchanged: 0 };

export function show(handlers: Handlers = {}) {
  const calls = serve({
    'GET /api/classrooms/single/c1': () => json(buildClassroom({ name: 'Room 12' })),
    'GET /api/classrooms/c1/students/stats': () => json([buildStudentStats()]),
    'GET /api/auth/config': () => json(buildAuthConfig()),
    'GET /api/network': () => json(buildNetwork()),
    ...handlers,
  });
  const sent = (name: string) => calls.filter(({ method, path }) => `${method} ${path}` === name);
  const { user } = render(
    <Routes>
      <Route path="/teacher/class/:classId/import" element={<ImportPage />} />
    </Routes>,
    { path: '/teacher/class/c1/import', signedInAs: buildTeacherUser() },
  );
  return { user, sent };
}

export const previewOf = (...rows: Partial<RosterPreviewRow>[]): RosterPreview =>
  buildRosterPreview({ rows: rows.map((row, index) => buildRosterRow({ line: index + 1, ...row })) });

export const press = async (name: string | RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }));
};
export const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
export const bodyOf = (call: { body: unknown } | undefined) => call?.body as { rows: object[] };
export const form = (call: { body: unknown } | undefined) => call?.body as FormData;

/** Opens the page and pastes a list that the server reads as these rows. */
export async function paste(rows: Partial<RosterPreviewRow>[], handlers: Handlers = {}) {
  const shown = show({ [PREVIEW]: () => json(previewOf(...rows)), ...handlers });
  await shown.user.click(await screen.findByLabelText('Rows'));
  await shown.user.paste('Amara Okafor');
  await press('Read the Rows');
  await screen.findByText(/^Step 2/);
  return shown;
}

export const emma: Partial<RosterPreviewRow> = {
  firstName: 'Emma',
  lastName: 'Li',
  username: 'emma.l',
  password: 'kite.lemon',
};
export const asked: Partial<RosterPreviewRow> = {
  status: 'question',
  reasons: [{ code: 'same_name', params: { studentId: 's9', username: 'amara.ok' } }],
};
