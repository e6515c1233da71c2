import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';

import { buildClassroom } from '@/testing/builders';
import { type Handlers, json, noContent, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import PictureDialogs, { type OpenPictureDialog } from './picture-dialogs';
import type { ClassPictures, StudentPictures } from './queries';

const classroom = buildClassroom({ name: 'Room 12' });
const READ = 'GET /api/classrooms/c1/pictures';
const SWITCH = 'PUT /api/classrooms/c1/pictures';
const RENEW = 'POST /api/classrooms/c1/pictures/renew';

const amara: StudentPictures = {
  studentId: 's1',
  firstName: 'Amara',
  lastName: 'Okafor',
  pictures: ['cat', 'sun', 'turtle'],
  lockedAfter: null,
};
const diego: StudentPictures = {
  studentId: 's2',
  firstName: 'Diego',
  lastName: 'Ramírez',
  pictures: ['moon', 'cat', 'tree'],
  lockedAfter: 5,
};

function Dialogs({ start }: { start: OpenPictureDialog }) {
  const [open, setOpen] = useState(start);
  return <PictureDialogs classroom={classroom} open={open} onOpen={setOpen} />;
}

function open(start: OpenPictureDialog, handlers: Handlers, state: ClassPictures) {
  const calls = serve({ [READ]: () => json(state), ...handlers });
  const { user } = render(<Dialogs start={start} />);
  const writes = () => calls.filter(({ method }) => method !== 'GET');
  return { user, calls, writes };
}

const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('li');
  if (!row) throw new Error(`${name} has no row.`);
  return within(row);
};

describe('How Students Sign In', () => {
  // spec: 18.1
  it('switches the pictures at once and leads to them', async () => {
    const state = { on: false, stoppedDevices: 0, students: [amara] };
    const put = () => json({ ...state, on: true });
    const { user, writes } = open('sign-in', { [SWITCH]: put }, state);
    const pictures = await screen.findByRole('switch', { name: 'Pictures' });
    expect(pictures).not.toBeChecked();
    expect(screen.queryByRole('button', { name: 'See Everybody’s Pictures' })).not.toBeInTheDocument();
    await user.click(pictures);
    await waitFor(() => {
      expect(pictures).toBeChecked();
    });
    expect(writes().map(({ body }) => body)).toEqual([{ on: true }]);
    await user.click(await screen.findByRole('button', { name: 'See Everybody’s Pictures' }));
    expect(await screen.findByRole('dialog', { name: 'Pictures of Room 12' })).toBeVisible();
  });

  it('keeps username and password on', async () => {
    open('sign-in', {}, { on: true, stoppedDevices: 0, students: [] });
    const always = await screen.findByRole('switch', { name: 'Username, password and class code' });
    expect(always).toBeChecked();
    expect(always).toBeDisabled();
  });

  it('says when switching failed', async () => {
    const { user } = open(
      'sign-in',
      { [SWITCH]: () => errorResponse(503, 'Busy.') },
      { on: false, stoppedDevices: 0, students: [] },
    );
    await user.click(await screen.findByRole('switch', { name: 'Pictures' }));
    expect(await screen.findByText('Failed to switch picture sign-in. Please try again.')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Pictures' })).not.toBeChecked();
  });
});

describe('the pictures of a class', () => {
  const state = { on: true, stoppedDevices: 0, students: [amara, diego] };

  // spec: 18.1
  it('are named in order', async () => {
    open('pictures', {}, state);
    const row = await rowOf('Amara Okafor');
    expect(row.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Cat',
      'Sun',
      'Turtle',
    ]);
    expect(screen.getByText('Don’t show this on the projector.')).toBeVisible();
  });

  // spec: 18.3
  it('are unlocked', async () => {
    const { user, calls } = open('pictures', { 'POST /api/students/s2/unlock': noContent }, state);
    expect((await rowOf('Diego Ramírez')).getByText('Locked after 5 tries')).toBeVisible();
    expect((await rowOf('Amara Okafor')).queryByText(/^Locked/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Unlock Diego Ramírez' }));
    expect(await screen.findByText('Sign-in unlocked')).toBeVisible();
    await waitFor(() => {
      expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2);
    });
  });

  // spec: 18.3
  it('are all unlocked at once, with the devices that were stopped', async () => {
    const UNLOCK = 'POST /api/classrooms/c1/unlock';
    const { user, writes } = open('pictures', { [UNLOCK]: noContent }, { ...state, stoppedDevices: 2 });
    expect(await screen.findByText('2 devices are stopped after too many wrong pictures.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Unlock All' }));
    expect(await screen.findByText('Everybody can try again now.')).toBeVisible();
    expect(writes().map(({ path }) => path)).toEqual(['/api/classrooms/c1/unlock']);
  });

  it('need no unlocking while nothing is locked', async () => {
    open('pictures', {}, { on: true, stoppedDevices: 0, students: [amara] });
    await rowOf('Amara Okafor');
    expect(screen.queryByRole('button', { name: /^Unlock/ })).not.toBeInTheDocument();
  });

  // spec: 18.1
  it('are replaced at once, which can be undone', async () => {
    const renewed: ClassPictures = {
      on: true,
      stoppedDevices: 0,
      students: [{ ...amara, pictures: ['car', 'fish', 'sun'] }, diego],
    };
    const { user, writes } = open(
      'pictures',
      {
        [RENEW]: () => json(renewed),
        'PUT /api/students/s1/pictures': noContent,
      },
      state,
    );
    await user.click(await screen.findByRole('button', { name: 'New Pictures for Amara Okafor' }));
    expect(await (await rowOf('Amara Okafor')).findByText('Car')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Undo: new pictures for Amara Okafor' }));
    await expect
      .poll(() => writes().map(({ body }) => body))
      .toEqual([{ studentIds: ['s1'] }, { pictures: ['cat', 'sun', 'turtle'] }]);
  });

  it('are replaced for everybody after a question', async () => {
    const { user, writes } = open('pictures', { [RENEW]: () => json(state) }, state);
    await user.click(await screen.findByRole('button', { name: 'New Pictures for Everybody' }));
    await user.click(await screen.findByRole('button', { name: 'Give New Pictures' }));
    expect(await screen.findByText('Everybody has new pictures')).toBeVisible();
    expect(writes().map(({ body }) => body)).toEqual([{ studentIds: ['s1', 's2'] }]);
  });

  // spec: 18.1
  it('are switched off for one student', async () => {
    const { user, writes } = open('pictures', { 'PUT /api/students/s1/pictures': noContent }, state);
    await user.click(await screen.findByRole('button', { name: 'More for Amara Okafor' }));
    await user.click(screen.getByRole('menuitem', { name: 'Only with Username' }));
    await expect.poll(() => writes().map(({ body }) => body)).toEqual([{ pictures: null }]);
  });

  // spec: 18.1
  it('are printed as slips of those who have pictures, twelve on a page', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const students = Array.from({ length: 14 }, (_, number) => ({
      ...amara,
      studentId: `s${number}`,
      lastName: `Number ${number}`,
      pictures: number === 0 ? null : amara.pictures,
    }));
    const { user } = open('pictures', {}, { on: true, stoppedDevices: 0, students });
    await user.click(await screen.findByRole('button', { name: 'Print the Sheet' }));
    expect(print).toHaveBeenCalledOnce();
    const pages = [...document.querySelectorAll('body > .print-alone > section')];
    const slips = pages.map((page) => page.querySelectorAll(':scope > ul > li').length);
    expect(slips).toEqual([12, 1]);
    expect((await rowOf('Amara Number 0')).getByText('Only with username')).toBeVisible();
  });

  it('need students', async () => {
    open('pictures', {}, { on: true, stoppedDevices: 0, students: [] });
    expect(await screen.findByText('No students in this class yet')).toBeVisible();
  });
});
