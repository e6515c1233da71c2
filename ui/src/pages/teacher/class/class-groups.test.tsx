import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';

import type { StudentGroup } from '@/api/types';
import { groupsKey } from '@/features/groups/queries';
import { buildClassroom, buildGroup, buildStudentStats, buildTeacherUser } from '@/testing/builders';
import { errorResponse, type Handlers, json, noContent, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig } from '@/testing/server-builders';

import ClassPage from './class';

const named = (id: string, firstName: string, awaySince: string | null = null) =>
  buildStudentStats({ id, firstName, lastName: 'Okafor', username: id, awaySince });
const students = [
  named('s1', 'Amara'),
  named('s2', 'Emma'),
  named('s3', 'نور'),
  named('s4', 'Hank', '2026-11-20T10:00:00Z'),
];
const GROUPS = 'GET /api/classrooms/c1/groups';
const red = buildGroup({ id: 'r1', name: 'Red readers', studentIds: ['s1', 's2'] });
const blue = buildGroup({ id: 'r2', name: 'فريق أزرق', studentIds: ['s3', 's4'] });

/** The class page, whose server keeps the groups. */
function show(initial: StudentGroup[] = [red, blue], handlers: Handlers = {}) {
  let groups = initial;
  const save = (id: string, body: object) => {
    const saved = buildGroup({ id, ...body });
    groups = [...groups.filter((group) => group.id !== id), saved];
    return saved;
  };
  const calls = serve({
    'GET /api/classrooms/single/c1': () => json(buildClassroom({ name: 'Room 12' })),
    'GET /api/classrooms/c1/students/stats': () => json(students),
    'GET /api/classrooms/c1/signed-in': () => json([]),
    'GET /api/classrooms/c1/login-cards': () => json([]),
    'GET /api/classrooms/c1/locked': () => json([]),
    'GET /api/goalbucks/awards/recent/t1': () => json([]),
    'GET /api/auth/config': () => json(buildAuthConfig()),
    'GET /api/classrooms': () => json([buildClassroom()]),
    [GROUPS]: () => json(groups),
    'POST /api/classrooms/c1/groups': ({ body }) => json(save('r9', body as object), 201),
    'PUT /api/groups/r1': ({ body }) => json(save('r1', body as object)),
    'DELETE /api/groups/r1': () => {
      groups = groups.filter(({ id }) => id !== 'r1');
      return noContent();
    },
    ...handlers,
  });
  const { user, queryClient } = render(
    <Routes>
      <Route path="/teacher/class/:classId" element={<ClassPage />} />
    </Routes>,
    { path: '/teacher/class/c1', signedInAs: buildTeacherUser() },
  );
  const sent = (method: string) => calls.filter((call) => call.method === method).at(-1)?.body;
  return { user, calls, sent, client: queryClient };
}

const chips = async () => within(await screen.findByRole('list', { name: 'Groups' }));
const chip = async (name: RegExp | string) => (await chips()).findByRole('button', { name });
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name} Okafor` });
const selectedIds = () =>
  screen
    .getAllByRole('checkbox', { checked: true })
    .map((each) => each.getAttribute('aria-label'))
    .filter((label) => label?.endsWith('Okafor'));
const dialog = () => within(screen.getByRole('dialog'));

// spec: 4.11
describe('the chips of the groups', () => {
  it('select the students of a group in addition to others, and tell all, some and none', async () => {
    const { user } = show();
    const reds = await chip(/^Red readers/);
    expect(reds).toHaveAttribute('aria-pressed', 'false');
    expect(reds).toHaveAccessibleName('Red readers 2');
    await user.click(box('نور'));
    await user.click(reds);
    expect(reds).toHaveAttribute('aria-pressed', 'true');
    expect(selectedIds()).toHaveLength(3);
    await user.click(box('Emma'));
    expect(reds).toHaveAttribute('aria-pressed', 'mixed');
    expect(reds).toHaveAccessibleName('Red readers 1 of 2');
    await user.click(reds);
    expect(reds).toHaveAttribute('aria-pressed', 'true');
    await user.click(reds);
    expect(reds).toHaveAttribute('aria-pressed', 'false');
    expect(selectedIds()).toEqual(['Select نور Okafor']);
  });

  it('neither select nor count students who are away', async () => {
    const { user } = show();
    const blues = await chip(/^فريق أزرق/);
    expect(blues).toHaveAccessibleName('فريق أزرق 1');
    await user.click(blues);
    expect(blues).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('button', { name: 'Bulk Add Goal (1)' })).toBeVisible();
  });

  it('of groups without students do nothing', async () => {
    show([buildGroup({ name: 'Nobody yet' })]);
    expect(await chip(/^Nobody yet/)).toBeDisabled();
  });

  it('change when another window changes a group', async () => {
    let groups = [red];
    const { client } = show([], { [GROUPS]: () => json(groups) });
    await chip('Red readers 2');
    groups = [{ ...red, name: 'Readers', studentIds: ['s1'] }];
    await act(() => client.invalidateQueries({ queryKey: groupsKey('c1') }));
    expect(await chip('Readers 1')).toBeVisible();
  });

  it('are left out, without a word, if they do not load', async () => {
    show([], { [GROUPS]: () => errorResponse(500, 'No.') });
    expect(await screen.findByRole('checkbox', { name: 'Select Amara Okafor' })).toBeVisible();
    await waitFor(() => {
      expect(screen.queryByRole('list', { name: 'Groups' })).toBeNull();
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

// spec: 4.11
describe('saving the selected students as a group', () => {
  it('is offered while they are no group', async () => {
    const { user } = show([red]);
    // Where it isn't offered it is invisible, which is up to the style sheet.
    expect(await chip(/^Save/)).toBeDisabled();
    await user.click(await chip(/^Red readers/));
    expect(await chip(/^Save/)).toBeDisabled();
    await user.click(box('نور'));
    expect(await chip('Save These 3 as a Group')).toBeEnabled();
  });

  it('makes a group of this name, and leaves the students selected', async () => {
    const { user, sent } = show([]);
    expect((await chips()).getByText('Tick students to save them as a group.')).toBeVisible();
    await user.click(box('Amara'));
    await user.click(box('Emma'));
    await user.click(await chip('Save These 2 as a Group'));
    expect(dialog().getByText(/^For/)).toHaveTextContent('For Amara Okafor and Emma Okafor.');
    await user.keyboard(' Red readers {Enter}');
    expect(await screen.findByText('Group saved')).toBeVisible();
    expect(sent('POST')).toEqual({ name: 'Red readers', studentIds: ['s1', 's2'] });
    expect(await chip('Red readers 2')).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('dialog')).toBeNull();
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Edit groups');
  });

  it('under the name of a group asks, then replaces its students but for those who are away', async () => {
    const mixed = { ...red, studentIds: ['s2', 's4'] };
    const { user, sent } = show([mixed]);
    await user.click(await screen.findByRole('checkbox', { name: 'Select Amara Okafor' }));
    await user.click(await chip('Save This Student as a Group'));
    await user.keyboard('RED READERS{Enter}');
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveAccessibleName('Replace Red readers?');
    expect(sent('PUT')).toBeUndefined();
    await user.click(within(question).getByRole('button', { name: 'Replace Group' }));
    expect(await screen.findByText('Group saved')).toBeVisible();
    expect(sent('PUT')).toEqual({ name: 'Red readers', studentIds: ['s1', 's4'] });
    expect(await chip('Red readers 1')).toHaveAttribute('aria-pressed', 'true');
  });

  it('says if another window has taken the name meanwhile, and then offers to replace that group', async () => {
    let groups: StudentGroup[] = [];
    const sentence = 'Another group in this class already has this name. Please choose another one.';
    const { user } = show([], {
      [GROUPS]: () => json(groups),
      'POST /api/classrooms/c1/groups': () => {
        groups = [red];
        return errorResponse(409, sentence, { code: 'name_taken' });
      },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select نور Okafor' }));
    await user.click(await chip('Save This Student as a Group'));
    await user.keyboard('Red readers{Enter}');
    expect(await dialog().findByText(sentence)).toBeVisible();
    expect(dialog().getByLabelText('Name of the group')).toHaveValue('Red readers');
    await waitFor(async () => {
      await user.click(dialog().getByRole('button', { name: 'Save Group' }));
      expect(screen.getByRole('alertdialog')).toHaveAccessibleName('Replace Red readers?');
    });
  });

  it.each([
    ['a'.repeat(41), 'The name can have at most 40 characters.'],
    ['   ', 'Name the group.'],
  ])('refuses the name %j', async (name, message) => {
    const { user, sent } = show([]);
    await user.click(await screen.findByRole('checkbox', { name: 'Select Emma Okafor' }));
    await user.click(await chip('Save This Student as a Group'));
    await user.keyboard(`${name}{Enter}`);
    expect(dialog().getByLabelText('Name of the group')).toHaveAccessibleDescription(message);
    expect(sent('POST')).toBeUndefined();
  });

  it('tells beforehand that a class has twelve groups, and shows what the server says of a thirteenth', async () => {
    const twelve = Array.from({ length: 12 }, (_, index) =>
      buildGroup({ id: `r${index}`, name: `Table ${index}` }),
    );
    const sentence = 'A class can have at most 12 groups. Please delete one first.';
    const { user } = show(twelve, {
      'POST /api/classrooms/c1/groups': () => errorResponse(409, sentence, { code: 'too_many_groups' }),
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Emma Okafor' }));
    await user.click(await chip('Save This Student as a Group'));
    expect(dialog().getByText(/^This class has 12 groups/)).toBeVisible();
    await user.keyboard('Table 12{Enter}');
    expect(await dialog().findByText(sentence)).toBeVisible();
  });

  it('asks before it closes with a name typed', async () => {
    const { user } = show([]);
    await user.click(await screen.findByRole('checkbox', { name: 'Select Emma Okafor' }));
    await user.click(await chip('Save This Student as a Group'));
    await user.keyboard('Red{Escape}');
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Close without saving?');
  });
});

// spec: 4.11
describe('editing the groups', () => {
  const open = async (user: ReturnType<typeof show>['user']) => {
    await user.click(await chip('Edit groups'));
    await screen.findByRole('dialog', { name: 'Groups of Room 12' });
  };

  it('lists each with its students, also those who are away', async () => {
    const { user } = show([red, blue, buildGroup({ id: 'r3', name: 'Nobody yet' })]);
    await open(user);
    const rows = dialog()
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(rows[0]).toContain('Amara and Emma');
    expect(rows[1]).toContain('Hank (away) and نور');
    expect(rows[2]).toContain('No students');
    await user.click(dialog().getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await chip('Edit groups')).toHaveFocus();
  });

  it('says so without groups', async () => {
    const { user } = show([]);
    await open(user);
    expect(dialog().getByText('This class has no groups yet.')).toBeVisible();
  });

  it('renames one by keyboard, with the students that it has by then', async () => {
    let groups = [red];
    const { user, sent, client } = show([red], { [GROUPS]: () => json(groups) });
    await open(user);
    await user.click(dialog().getByRole('button', { name: 'Rename Red readers' }));
    const field = dialog().getByLabelText('Name of the group');
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, 'Readers');
    groups = [{ ...red, studentIds: ['s3'] }];
    await act(() => client.invalidateQueries({ queryKey: groupsKey('c1') }));
    await waitFor(() => {
      expect(dialog().getByText('نور')).toBeVisible();
    });
    expect(field).toHaveValue('Readers');
    groups = [{ ...red, name: 'Readers', studentIds: ['s3'] }];
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Group saved')).toBeVisible();
    expect(sent('PUT')).toEqual({ name: 'Readers', studentIds: ['s3'] });
    await waitFor(() => {
      expect(dialog().getByRole('button', { name: 'Rename Readers' })).toHaveFocus();
    });
  });

  it('asks before a typed name is lost', async () => {
    const { user } = show();
    await open(user);
    await user.click(dialog().getByRole('button', { name: 'Rename Red readers' }));
    expect(dialog().getByRole('button', { name: 'Rename فريق أزرق' })).toBeDisabled();
    await user.keyboard('!{Escape}');
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Close without saving?');
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await waitFor(() => {
      expect(dialog().getByRole('button', { name: 'Rename Red readers' })).toHaveFocus();
    });
  });

  it('says that a group was deleted meanwhile', async () => {
    let groups = [red];
    const { user } = show([], {
      [GROUPS]: () => json(groups),
      'PUT /api/groups/r1': () => {
        groups = [];
        return errorResponse(404, 'This was not found. It may have been deleted.');
      },
    });
    await open(user);
    await user.click(dialog().getByRole('button', { name: 'Rename Red readers' }));
    await user.keyboard('!{Enter}');
    expect((await screen.findAllByText('It is no longer there: it was deleted meanwhile.'))[0]).toBeVisible();
    expect(await dialog().findByText('This class has no groups yet.')).toBeVisible();
  });

  it('deletes one after a question, and the focus goes to the next', async () => {
    const { user } = show();
    await open(user);
    await user.click(dialog().getByRole('button', { name: 'Delete Red readers' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete Group' });
    expect(question).toHaveTextContent('This deletes the group Red readers. Its students stay in the class');
    await user.click(within(question).getByRole('button', { name: 'Delete Group' }));
    expect(await screen.findByText('Group deleted')).toBeVisible();
    expect(dialog().getAllByRole('listitem')).toHaveLength(1);
    await waitFor(() => {
      expect(dialog().getByRole('button', { name: 'Delete فريق أزرق' })).toHaveFocus();
    });
  });

  it('takes the deletion of a group that another window deleted as done', async () => {
    const { user } = show([red], { 'DELETE /api/groups/r1': () => errorResponse(404, 'No.') });
    await open(user);
    await user.click(dialog().getByRole('button', { name: 'Delete Red readers' }));
    await user.click(await screen.findByRole('button', { name: 'Delete Group' }));
    expect(await screen.findByText('Group deleted')).toBeVisible();
  });
});
