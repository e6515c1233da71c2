import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { buildStudent } from '@/testing/builders';
import { type Call, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { ManageStudentsDialog } from './manage-students-dialog';

const amara = buildStudent({ language: 'vi' });
const saved = ({ body }: Call) => json({ ...amara, ...(body as object) });
const language = () => screen.getByRole('combobox', { name: 'Language' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Students' }));

// spec: 17.2
it('sends the language of a student only if another one was chosen', async () => {
  const calls = serve({ 'PUT /api/students/s1': saved });
  const onSaved = vi.fn();
  const { user } = render(
    <ManageStudentsDialog
      open
      onOpenChange={vi.fn()}
      onSaved={onSaved}
      onImport={vi.fn()}
      classroomId="c1"
      students={[amara]}
    />,
  );
  expect(language()).toHaveDisplayValue('Tiếng Việt');
  await user.type(screen.getByLabelText('First name'), 'h');
  await save();
  await waitFor(() => {
    expect(onSaved).toHaveBeenCalledOnce();
  });
  expect(calls[0]?.body).not.toHaveProperty('language');
  await user.selectOptions(language(), 'العربية');
  await save();
  await waitFor(() => {
    expect(onSaved).toHaveBeenCalledTimes(2);
  });
  await user.selectOptions(language(), 'The computer’s');
  await save();
  await waitFor(() => {
    expect(onSaved).toHaveBeenCalledTimes(3);
  });
  expect(calls.slice(1).map(({ body }) => (body as { language: unknown }).language)).toEqual(['ar', null]);
});
