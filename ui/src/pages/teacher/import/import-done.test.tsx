import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { leavePage } from '@/components/dialog/unsaved-changes';
import { buildStudent } from '@/testing/builders';
import { json } from '@/testing/fake-server';
import { buildNetwork } from '@/testing/server-builders';

import { asked, emma, IMPORT, imported, paste, press, tabs } from './import-test-utils';

const blobs: Blob[] = [];
const print = vi.fn();

/** Whether the browser asks before the page is closed or loaded again. */
function asksBeforeUnload() {
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

const students = (count: number) => Array.from({ length: count }, (_, id) => buildStudent({ id: `s${id}` }));
const slips = () => document.querySelector('.print-alone');

beforeEach(() => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        blobs.push(blob);
        return 'blob:list';
      },
      revokeObjectURL: vi.fn(),
    }),
  );
  vi.stubGlobal('print', print);
  blobs.length = 0;
  print.mockReset();
});

describe('when it is done', () => {
  // spec: 5.15
  it.each([
    [{ created: 2, moved: 1, changed: 3 }, '2 students added, 1 moved here, 3 changed'],
    [{ created: 0, moved: 1, changed: 0 }, '1 student moved here'],
    [{ created: 0, moved: 0, changed: 2 }, '2 students changed'],
    [{ created: 0, moved: 0, changed: 0 }, 'All students were in the class already'],
  ])('counts who was added, moved and changed: %o', async ({ created, moved, changed }, title) => {
    const result = {
      created: students(created),
      moved: students(moved),
      changed: students(changed),
      unchanged: 1,
    };
    await paste([{}], { [IMPORT]: () => json(result, 201) });
    await press('Add 1 Student');
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  });

  it('offers the made passwords as a file without formulas, and the rows that were not added', async () => {
    await paste([{ firstName: '=1+1' }, asked], { [IMPORT]: () => json(imported, 201) });
    await press('Add 1 Student');
    expect(await screen.findByText('1 student added')).toBeVisible();
    expect(await screen.findByText('Room 12 has 1 student now.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the Class' })).toHaveAttribute(
      'href',
      '/teacher/class/c1',
    );
    await press('Download the List (CSV)');
    expect(await blobs[0]?.text()).toContain('"\'=1+1","Okafor","amara.o","maple.otter"\r\n');
    expect(
      screen.getByText('1 waits for an answer. They are forgotten when you leave this page.'),
    ).toBeVisible();
    await press('Go Back to Them');
    expect(tabs()).toEqual(['All 1', 'Ready 0', 'To ask 1', 'Skipped 0', 'Refused 0']);
  });

  // spec: 5.15
  it('asks before the page is left without the passwords, until they are downloaded', async () => {
    await paste([{}], { [IMPORT]: () => json(imported, 201) });
    await press('Add 1 Student');
    await screen.findByText('1 student added');
    expect(asksBeforeUnload()).toBe(true);
    const leave = vi.fn();
    act(() => {
      leavePage(leave);
    });
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without the passwords?' }));
    expect(question.getByText(/nobody can read them, only set new ones/)).toBeVisible();
    await press('Stay');
    expect(leave).not.toHaveBeenCalled();
    await press('Download the List (CSV)');
    expect(asksBeforeUnload()).toBe(false);
    leavePage(leave);
    expect(leave).toHaveBeenCalledOnce();
  });

  it('does not ask where no student got a password', async () => {
    const same = { studentId: 's1', status: 'changed', password: null } as const;
    await paste([{ ...same, reasons: [{ code: 'renamed', params: { before: 'Amara O.' } }] }], {
      [IMPORT]: () => json({ ...imported, created: [], changed: [buildStudent()] }, 201),
    });
    await press('Yes, Change It');
    await press('Change 1 Student');
    await screen.findByText('1 student changed');
    expect(screen.queryByText('Usernames and passwords')).toBeNull();
    expect(asksBeforeUnload()).toBe(false);
  });

  // spec: 5.15
  it('prints a slip for each student, also of a password that the list had', async () => {
    await paste([{}, { ...emma, passwordMade: false, password: 'from-the-list' }], {
      [IMPORT]: () => json(imported, 201),
    });
    await press('Add 2 Students');
    await screen.findByText('1 student added');
    print.mockImplementation(() => {
      expect(slips()?.querySelectorAll('tbody td')).toHaveLength(2);
      expect(slips()).toHaveTextContent(/Amara Okafor.*192\.168\.1\.20:8080.*amara\.o.*maple\.otter/);
      expect(slips()).toHaveTextContent(/Emma LiRoom 12.*Class code.*emma\.l.*from-the-list/);
    });
    expect(slips()).toBeNull();
    await press('Print a Slip for Each Student');
    expect(print).toHaveBeenCalledOnce();
    expect(asksBeforeUnload()).toBe(false);
  });

  it('prints slips without an address while the computer is in no network', async () => {
    await paste([{}], {
      [IMPORT]: () => json(imported, 201),
      'GET /api/network': () => json(buildNetwork({ address: null, url: null })),
    });
    await press('Add 1 Student');
    await screen.findByText('1 student added');
    await press('Print a Slip for Each Student');
    expect(slips()).toHaveTextContent(/Amara Okafor.*Username/);
    expect(slips()).not.toHaveTextContent('Address');
  });

  it('keeps the passwords of the first students when the teacher goes back and adds others', async () => {
    await paste([{}, { ...emma, status: 'question', reasons: asked.reasons ?? [] }], {
      [IMPORT]: () => json(imported, 201),
    });
    await press('Add 1 Student');
    await press('Go Back to Them');
    expect(asksBeforeUnload()).toBe(true);
    await press('No, Add Another Emma');
    await press('Add 1 Student');
    await press('Download the List (CSV)');
    expect(await blobs[0]?.text()).toMatch(/maple\.otter"\r\n.*kite\.lemon"\r\n$/);
  });
});
