import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Student } from '@/api/types';
import { buildStudent } from '@/testing/builders';
import { json, type Reply, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { ManageStudentsDialog } from './manage-students-dialog';
import { SavingProgress } from './saving-progress';

// spec: 5.6
it('the progress of saving is shown after a second, not before, and goes when it is done', () => {
  vi.useFakeTimers();
  const { rerender } = render(<SavingProgress progress={{ done: 11, all: 40 }} />);
  act(() => {
    vi.advanceTimersByTime(999);
  });
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(screen.getByText('Saving 12 of 40')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '11');
  // Announced four times, not for each of the forty rows.
  expect(screen.getByRole('status')).toHaveTextContent('Saving: 10 of 40 are saved.');
  rerender(<SavingProgress progress={null} />);
  expect(screen.queryByRole('progressbar')).toBeNull();
  vi.useRealTimers();
});

it('saving three students that takes longer shows how far it is, to screen readers as well', async () => {
  const students = ['s1', 's2', 's3'].map((id) => buildStudent({ id, username: id }));
  const waiting: (() => void)[] = [];
  const save = () =>
    new Promise<Reply<Student>>((resolve) => {
      waiting.push(() => {
        resolve(json(buildStudent()));
      });
    });
  serve({ 'PUT /api/students/s1': save, 'PUT /api/students/s2': save, 'PUT /api/students/s3': save });
  const onSaved = vi.fn();
  const { user } = render(
    <ManageStudentsDialog
      open
      classroomId="c1"
      onOpenChange={vi.fn()}
      onImport={vi.fn()}
      students={students}
      onSaved={onSaved}
    />,
  );
  for (const field of screen.getAllByLabelText('Last name')) await user.type(field, 'x');
  await user.click(screen.getByRole('button', { name: 'Save Students' }));
  const respond = async (count: number) => {
    await waitFor(() => {
      expect(waiting).toHaveLength(count);
    });
    waiting[count - 1]?.();
  };
  await respond(1);
  const bar = await screen.findByRole('progressbar', { name: 'Saving students' });
  expect(bar).toHaveAttribute('aria-valuetext', '1 of 3 saved');
  expect(screen.getByRole('status')).toHaveTextContent('Saving: 1 of 3 are saved.');
  await respond(2);
  await respond(3);
  await waitFor(() => {
    expect(onSaved).toHaveBeenCalledOnce();
  });
  expect(screen.queryByRole('progressbar')).toBeNull();
});
