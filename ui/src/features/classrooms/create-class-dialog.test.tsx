import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import { Toaster } from '@/components/toast/toaster';

import { CreateClassDialog } from './create-class-dialog';

function serve(status: number, body: unknown) {
  const fetched = vi.fn(async (request: Request) => {
    sent.push(await request.json());
    return new Response(JSON.stringify(body), { status });
  });
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', fetched);
  return sent;
}

function open() {
  const onOpenChange = vi.fn();
  const onCreated = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CreateClassDialog open onOpenChange={onOpenChange} onCreated={onCreated} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), onOpenChange, onCreated };
}

describe('create class', () => {
  // spec: 4.1
  it('starts in the name, which is required', async () => {
    const sent = serve(201, {});
    const { user } = open();
    expect(screen.getByPlaceholderText('e.g. Math 101')).toHaveFocus();
    await user.keyboard('   {Enter}');
    expect(await screen.findByText('Class name is required.')).toBeVisible();
    expect(sent).toEqual([]);
  });

  // spec: 4.1, 14.4
  it('sends the name and an optional grade level and says so', async () => {
    const sent = serve(201, { id: 'c1', name: 'Math 101' });
    const { user, onCreated } = open();
    await user.keyboard(' Math 101 {Enter}');
    expect(await screen.findByText('Class created')).toBeVisible();
    expect(sent).toEqual([{ name: 'Math 101', gradeLevel: null }]);
    expect(onCreated).toHaveBeenCalledWith({ id: 'c1', name: 'Math 101' });
  });

  // spec: 3.11
  it('says what failed and why, and keeps what was typed', async () => {
    serve(422, { error: 'That name has too many letters.', code: 'invalid', fields: { name: 'Too long.' } });
    const { user, onCreated } = open();
    await user.keyboard('Math 101{Enter}');
    expect(
      await screen.findByText('Failed to create class. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(screen.getByText('That name has too many letters.')).toBeVisible();
    expect(screen.getByText('Too long.')).toBeVisible();
    expect(screen.getByPlaceholderText('e.g. Math 101')).toHaveValue('Math 101');
    expect(onCreated).not.toHaveBeenCalled();
  });

  // spec: 3.11
  it('asks before it closes with something typed', async () => {
    serve(201, {});
    const { user, onOpenChange } = open();
    await user.keyboard('Math{Escape}');
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Close without saving?');
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(onOpenChange).not.toHaveBeenCalled();
    expect(screen.getByPlaceholderText('e.g. Math 101')).toHaveValue('Math');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Close without saving' }));
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });
});
