import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { buildClassroom, buildTeacherUser } from '@/testing/builders';
import { json, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { ClassMenu } from './class-menu';

const classroom = buildClassroom({ name: 'Room 12 Homeroom' });

async function choose(item: string) {
  const { user } = render(<ClassMenu classroom={classroom} />, { signedInAs: buildTeacherUser() });
  await user.click(screen.getByRole('button', { name: 'More for this class' }));
  await user.click(screen.getByRole('menuitem', { name: item }));
  return user;
}

const SAVE = 'PUT /api/classrooms/c1';
const RENEW = 'POST /api/classrooms/c1/class-code';

describe('Edit Class', () => {
  // spec: 4.3
  it('starts with the present name and grade level and saves both', async () => {
    const calls = serve({ [SAVE]: () => slowly(json({ ...classroom, name: 'Room 13' })) });
    const user = await choose('Edit Class');
    const name = await screen.findByLabelText('Class Name');
    expect(name).toHaveValue('Room 12 Homeroom');
    expect(screen.getByLabelText(/^Grade Level/)).toHaveValue('5th Grade');
    await user.clear(name);
    await user.type(name, ' Room 13 ');
    await user.clear(screen.getByLabelText(/^Grade Level/));
    await user.dblClick(screen.getByRole('button', { name: 'Save Class' }));
    expect(await screen.findByText('Class updated')).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ name: 'Room 13', gradeLevel: null }]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('needs a name', async () => {
    const calls = serve({});
    const user = await choose('Edit Class');
    await user.clear(await screen.findByLabelText('Class Name'));
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Class name is required.')).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('that failed says why and keeps what was typed', async () => {
    serve({ [SAVE]: () => errorResponse(422, 'Too long.', { fields: { name: 'Too long.' } }) });
    const user = await choose('Edit Class');
    await user.type(await screen.findByLabelText('Class Name'), '!{Enter}');
    expect(
      await screen.findByText('Failed to update class. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(screen.getByLabelText('Class Name')).toHaveValue('Room 12 Homeroom!');
    expect(screen.getByLabelText('Class Name')).toHaveAccessibleDescription('Too long.');
  });

  it('asks before it closes with something changed', async () => {
    serve({});
    const user = await choose('Edit Class');
    await user.type(await screen.findByLabelText('Class Name'), '!{Escape}');
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Close without saving?');
  });
});

describe('New Class Code', () => {
  // spec: 4.2
  it('says that the old code stops at once and that signed-in students stay', async () => {
    const calls = serve({});
    await choose('New Class Code');
    const question = await screen.findByRole('alertdialog', { name: 'New Class Code' });
    expect(question).toHaveAccessibleDescription(/old code K7M4QX of Room 12 Homeroom stops working at once/);
    expect(question).toHaveAccessibleDescription(/Students who are signed in stay signed in/);
    expect(calls).toEqual([]);
  });

  it('is asked for once, and the new one is said', async () => {
    const calls = serve({ [RENEW]: () => slowly(json({ ...classroom, classCode: 'ABC234' })) });
    const user = await choose('New Class Code');
    await user.dblClick(await screen.findByRole('button', { name: 'Get New Code' }));
    expect(await screen.findByText('Students now sign in with ABC234.')).toBeVisible();
    expect(calls).toHaveLength(1);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('that failed keeps its question', async () => {
    serve({ [RENEW]: () => errorResponse(503, 'Busy.') });
    const user = await choose('New Class Code');
    await user.click(await screen.findByRole('button', { name: 'Get New Code' }));
    expect(
      await screen.findByText('Failed to change class code. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(screen.getByRole('alertdialog')).toBeVisible();
  });
});

describe('Download balances (CSV)', () => {
  it("is a plain link to the class's file", async () => {
    serve({});
    render(<ClassMenu classroom={classroom} />, { signedInAs: buildTeacherUser() });
    await userEvent.setup().click(screen.getByRole('button', { name: 'More for this class' }));
    const link = screen.getByRole('menuitem', { name: 'Download balances (CSV)' });
    expect(link).toHaveAttribute('href', '/api/classrooms/c1/balances.csv?language=en');
    expect(link).toHaveAttribute('download');
  });
});
