import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';

import { buildGoal, buildTeacherUser } from '@/testing/builders';
import { errorResponse, type Handlers, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { AssignGoalDialog } from './assign-goal-dialog';
import { EditGoalDialog } from './edit-goal-dialog';

const NAMES = 'GET /api/goals/teacher/t1/names';
const used = [
  { name: 'Tidy your desk', goalbucks: 2, details: null },
  { name: 'read for 20 MINUTES', goalbucks: 7, details: 'The title of your book' },
  { name: 'قراءة', goalbucks: 3, details: null },
];

/** The dialog, with the names that were used before; without `name` before they have loaded. */
async function open(handlers: Handlers = {}, name: string | null = 'Tidy your desk') {
  const calls = serve({
    [NAMES]: () => json(used),
    'POST /api/goals': () => json(buildGoal(), 201),
    ...handlers,
  });
  const onOpenChange = vi.fn();
  function OpenUntilAssigned() {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <AssignGoalDialog
        ownerId="t1"
        open={isOpen}
        onOpenChange={(next) => {
          onOpenChange(next);
          setIsOpen(next);
        }}
        recipient={{ id: 's1', classroomId: 'c1', name: 'Amara Okafor' }}
      />
    );
  }
  const { user } = render(<OpenUntilAssigned />, { signedInAs: buildTeacherUser() });
  await screen.findByRole('dialog');
  if (name !== null) await screen.findByRole('option', { name: new RegExp(`^${name}`) });
  return { user, calls, onOpenChange };
}

const field = () => screen.getByRole('combobox', { name: 'Goal name' });
const part = (heading: string) => within(screen.getByRole('group', { name: heading }));
const namesIn = (heading: string) =>
  part(heading)
    .getAllByRole('option')
    .map((option) => option.querySelector('bdi')?.textContent);
const amount = () => screen.getByLabelText('GoalBucks');
const details = () => screen.getByRole('textbox', { name: /What counts as proof/ });

// spec: 6.19
describe('the names offered for a new goal', () => {
  it('are those used before, then examples with other names, each with its amount', async () => {
    await open();
    expect(field()).toHaveFocus();
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('listbox', { name: 'Names of goals' })).toBeVisible();
    expect(namesIn('Used before')).toEqual(used.map(({ name }) => name));
    const examples = namesIn('Examples');
    expect(examples).toHaveLength(23);
    expect(examples).not.toContain('Read for 20 minutes');
    expect(part('Examples').getByRole('option', { name: 'Learn a times table 25 GoalBucks' })).toBeVisible();
  });

  it('are 24 examples before the first goal', async () => {
    await open({ [NAMES]: () => json([]) }, 'Read for 20 minutes');
    expect(screen.queryByRole('group', { name: 'Used before' })).toBeNull();
    expect(namesIn('Examples')).toHaveLength(24);
  });

  it('are the examples alone, without a word, if the others do not load', async () => {
    await open({ [NAMES]: () => errorResponse(500, 'No.') }, 'Read for 20 minutes');
    expect(namesIn('Examples')).toHaveLength(24);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('appear together, once the used ones have loaded, so that nothing moves under the pointer', async () => {
    const { user } = await open({ [NAMES]: () => new Promise(() => undefined) }, null);
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard('Read{Tab}5{Enter}');
    expect(await screen.findByText('Goal assigned')).toBeVisible();
  });

  it('are those that contain what is typed, with and without accents', async () => {
    const { user } = await open({
      [NAMES]: () => json([{ name: 'Café poems', goalbucks: 4, details: null }, ...used]),
    });
    await user.keyboard('cafe');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    expect(namesIn('Used before')).toEqual(['Café poems']);
    await user.keyboard('teria');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field()).toHaveAttribute('aria-expanded', 'false');
  });

  it('are not offered for a goal that is edited', () => {
    serve({});
    const goal = { id: 'g1', name: 'Read', goalbucks: 5, dueDate: null, details: null, picture: null };
    render(<EditGoalDialog goal={goal} studentName="Amara" onClose={vi.fn()} />, {
      signedInAs: buildTeacherUser(),
    });
    expect(screen.getByRole('textbox', { name: 'Goal name' })).toHaveValue('Read');
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

// spec: 6.19
describe('choosing a name', () => {
  it('fills in the name and what belongs to it; Enter then assigns the goal', async () => {
    const { user, calls } = await open();
    await user.click(screen.getByRole('option', { name: /^read for 20 MINUTES/ }));
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field()).toHaveValue('read for 20 MINUTES');
    expect(field()).toHaveFocus();
    expect(amount()).toHaveValue(7);
    expect(details()).toHaveValue('The title of your book');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Goal assigned')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      name: 'read for 20 MINUTES',
      goalbucks: 7,
      details: 'The title of your book',
    });
  });

  it('works by the arrow keys, which lead through both lists and back to the text', async () => {
    const { user } = await open();
    const activeName = () => {
      const id = field().getAttribute('aria-activedescendant');
      return id === null ? null : document.getElementById(id)?.querySelector('bdi')?.textContent;
    };
    expect(activeName()).toBeNull();
    await user.keyboard('{ArrowUp}');
    expect(activeName()).toBe('Try something that is hard for you');
    await user.keyboard('{ArrowDown}');
    expect(activeName()).toBeNull();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(activeName()).toBe('قراءة');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('قراءة');
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    expect(field()).toHaveValue('قراءة');
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('replaces what another name has filled in', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('option', { name: /^read for 20 MINUTES/ }));
    await user.clear(field());
    await user.click(screen.getByRole('option', { name: /^Tidy your desk/ }));
    expect(amount()).toHaveValue(2);
    expect(details()).toHaveValue('');
  });

  it('leaves what the teacher has typed', async () => {
    const { user } = await open();
    await user.type(amount(), '50');
    await user.type(details(), 'A photo');
    await user.click(field());
    await user.click(screen.getByRole('option', { name: /^read for 20 MINUTES/ }));
    expect(field()).toHaveValue('read for 20 MINUTES');
    expect(amount()).toHaveValue(50);
    expect(details()).toHaveValue('A photo');
  });
});

// spec: 6.19
describe('typing another name', () => {
  it('needs no other presses than without the list: Tab leaves it, and Enter sends what is typed', async () => {
    const { user, calls } = await open();
    await user.keyboard('Read{Tab}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(amount()).toHaveFocus();
    await user.keyboard('5{Shift>}{Tab}{/Shift}{Enter}');
    expect(await screen.findByText('Goal assigned')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ name: 'Read', goalbucks: 5 });
  });

  it('goes on after Escape, which closes the list and then the dialog', async () => {
    const { user, onOpenChange } = await open();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(onOpenChange).not.toHaveBeenCalled();
    expect(field()).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });
});
