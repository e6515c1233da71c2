import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { json } from '@/testing/fake-server';

import { openConnect } from './connect-test-utils';

const CARDS = 'GET /api/classrooms/c1/login-cards';
const OLD = 'http://192.168.1.7:8080';
const card = (studentId: string, address: string) => ({
  studentId,
  address,
  madeAt: '2026-11-03T12:00:00Z',
  lastUsedAt: null,
});

// spec: 2.33
it('says how many login cards hold an old address, and offers to print these anew', async () => {
  const cards = [card('s0', OLD), card('s1', OLD), card('s2', 'http://192.168.1.20:8080')];
  const { user } = openConnect('/teacher/connect', { handlers: { [CARDS]: () => json(cards) } });
  expect(
    await screen.findByText(
      '2 login cards hold the old address 192.168.1.7:8080. Their codes still work by typing.',
    ),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Print New Cards' }));
  expect(await screen.findByRole('button', { name: 'Make and Print 2 Cards' })).toBeEnabled();
  expect(screen.getByRole('radio', { name: /Only the selected students/ })).toBeChecked();
});
