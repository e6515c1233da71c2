import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig } from '@/testing/server-builders';

import LoginPage from './login';

it('reports that the dialog of students is open, so that their pages are loaded', async () => {
  serve({
    'GET /api/auth/config': () => json(buildAuthConfig()),
    'GET /api/network/doors': () => json({ here: { teacher: null, classes: [] }, nearby: [] }),
  });
  const onStudentLogin = vi.fn();
  const { user } = render(<LoginPage onStudentLogin={onStudentLogin} />);
  await user.click(await screen.findByRole('button', { name: 'Student Login' }));
  expect(onStudentLogin).toHaveBeenCalledOnce();
});
