import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { announcements } from '@/components/live-region/announce';
import { json, errorResponse, slowly } from '@/testing/fake-server';
import { buildAuthConfig, buildNetwork } from '@/testing/server-builders';

import { code, openConnect, signedIn } from './connect-test-utils';

const network = buildNetwork();

const never = () => new Promise<Response>(() => undefined);
const wifi = { name: 'wlan0', label: 'Wi-Fi', address: '192.168.1.20', reason: 'used' as const };
const cable = { name: 'eth0', label: 'Ethernet', address: '10.20.30.40', reason: null };

describe('the ways in', () => {
  it('load with a message for screen readers', () => {
    openConnect(undefined, { handlers: { 'GET /api/network': never } });
    expect(screen.getByRole('status')).toHaveTextContent('Loading the address...');
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeDisabled();
  });

  // spec: 15.1
  it('are the code, the class code, and one address: the one on login cards', async () => {
    openConnect(undefined, { reach: { url: 'http://192.168.1.20', port80: true } });
    expect(await code()).toHaveAccessibleName('QR code for http://192.168.1.20:8080/?class=K7M4QX');
    expect(screen.getByText('192.168.1.20:8080')).toBeVisible();
    expect(screen.queryByText(/goalbucks-rivera/)).toBeNull();
    expect(screen.getByText('K7M4QX')).toBeVisible();
    expect(screen.queryByText(/^Login card\?/)).toBeNull();
    expect(screen.queryByText(/^Pictures\?/)).toBeNull();
  });

  // spec: 15.1
  it('are those with login cards and pictures too, in a class that has them', async () => {
    const card = { studentId: 's1', madeAt: '2025-10-13T12:00:00Z', lastUsedAt: null, address: null };
    openConnect(undefined, {
      handlers: {
        'GET /api/auth/config': () => json(buildAuthConfig({ pictures: true })),
        'GET /api/classrooms/{classroom_id}/login-cards': () => json([card]),
        'GET /api/classrooms/{classroom_id}/pictures': () =>
          json({ on: true, stoppedDevices: 0, students: [] }),
      },
    });
    const cards = 'Login card? Scan your card, or choose I Have a Login Card.';
    const pictures = 'Pictures? Scan the code here, tap your name, then your three pictures.';
    expect(await screen.findByText(cards)).toBeVisible();
    expect(await screen.findByText(pictures)).toBeVisible();
  });

  it('follow a new address', async () => {
    const { change } = openConnect();
    await code();
    await act(() => change({ address: '192.168.1.77', url: 'http://192.168.1.77:8080' }));
    expect(await screen.findByText('192.168.1.77:8080')).toBeVisible();
    expect(await code()).toHaveAccessibleName(/192\.168\.1\.77/);
  });

  it('are missing without a network, which says what to do', async () => {
    openConnect(undefined, { reach: { address: null, url: null, hostName: null, hostNameUrl: null } });
    expect(await screen.findByText("This computer isn't connected to a network")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeDisabled();
  });

  it('may still be by a network that students don’t use as a rule', async () => {
    const { user } = openConnect(undefined, { reach: { address: null, url: null, adapters: [cable] } });
    await user.click(await screen.findByRole('button', { name: 'Choose another network' }));
    expect(screen.getByRole('radio', { name: /Ethernet, 10\.20\.30\.40/ })).toBeEnabled();
  });

  it('that didn’t load can be asked for again', async () => {
    let broken = true;
    const { user } = openConnect(undefined, {
      handlers: {
        'GET /api/network': () => {
          const answer = broken ? errorResponse(500, 'No.') : json({ ...network, address: null, url: null });
          broken = false;
          return answer;
        },
      },
    });
    expect(await screen.findByRole('alert')).toHaveTextContent("The address didn't load");
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText("This computer isn't connected to a network")).toBeVisible();
  });

  it('are copied as a link that brings the class code along', async () => {
    openConnect();
    (await screen.findByRole('button', { name: 'Copy address' })).click();
    expect(await screen.findByText('Address copied.')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('http://192.168.1.20:8080/?class=K7M4QX');
  });
});

describe('the class', () => {
  it('is the first one, until another is chosen; that is remembered in this window', async () => {
    const { user, unmount } = openConnect();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Class' }), 'Math 101');
    expect(screen.getByText('ABCDEF')).toBeVisible();
    expect(await code()).toHaveAccessibleName(/class=ABCDEF$/);
    unmount();
    openConnect();
    expect(await screen.findByText('ABCDEF')).toBeVisible();
  });

  it('is the one that a link names', async () => {
    openConnect('/teacher/connect?class=c2');
    expect(await screen.findByText('ABCDEF')).toBeVisible();
  });

  it('without students leads to where they are added', async () => {
    openConnect('/teacher/connect?class=c2');
    expect(await screen.findByText(/^No students in this class yet/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add students' })).toHaveAttribute('href', '/teacher/class/c2');
  });

  it('that is gone leaves the first', async () => {
    openConnect('/teacher/connect?class=gone');
    expect(await screen.findByText('K7M4QX')).toBeVisible();
  });

  it('has to be made first where there is none', async () => {
    const { user, openCreateClass } = openConnect(undefined, { classes: [] });
    expect(await code()).toHaveAccessibleName('QR code for http://192.168.1.20:8080/');
    expect(screen.queryByText(/type the class code/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Create Class' }));
    expect(openCreateClass).toHaveBeenCalledOnce();
  });

  it('whose list didn’t load leaves the address, and can be asked for again', async () => {
    openConnect(undefined, { handlers: { 'GET /api/classrooms': () => errorResponse(500, 'No.') } });
    expect(await screen.findByText('192.168.1.20:8080')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent("Your classes didn't load");
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('the checklist', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const after = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
  const list = () => screen.queryByRole('heading', { name: /on the same Wi-Fi/ });

  // spec: 15.1
  it('appears when nobody has come within a minute, and goes when somebody comes', async () => {
    const { change } = openConnect();
    await code();
    await after(50);
    expect(list()).toBeNull();
    await after(11);
    expect(list()).toBeVisible();
    expect(screen.getByRole('button', { name: 'Nobody has reached this computer yet' })).toBeVisible();
    expect(announcements.get().map(({ text }) => text)).toContain('Nobody has reached this computer yet');
    await act(() => change({ devices: 1 }));
    await waitFor(() => {
      expect(list()).toBeNull();
    });
    expect(screen.getByText(/^It works!/)).toBeInTheDocument();
  });

  it('begins with Wi-Fi and firewall, and ends with a network of one’s own', async () => {
    openConnect();
    await code();
    await after(61);
    const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(titles).toEqual([
      'Is the device on the same Wi-Fi as this computer?',
      "Does this computer's firewall let them in?",
      "Does the school's network keep devices apart?",
      'Is it a guest network?',
      'No way in? Bring a network of your own.',
    ]);
    expect(screen.getByText(/sudo ufw allow 8080/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Print the note for IT' })).toHaveAttribute(
      'href',
      '/teacher/connect/it-note',
    );
  });

  it('doesn’t appear while students are there by another address', async () => {
    openConnect(undefined, { reach: { connectedStudents: 2 }, handlers: signedIn('s0', 's1') });
    await code();
    await after(90);
    expect(list()).toBeNull();
    const status = within(screen.getByRole('region', { name: 'Who got in' })).getByRole('status');
    expect(status).toHaveTextContent('2 of 3 signed in, 0 here nowNo device has reached this address yet');
  });

  it('doesn’t appear by itself while somebody is there', async () => {
    openConnect(undefined, { reach: { devices: 2 } });
    await code();
    await after(90);
    expect(list()).toBeNull();
  });

  it('waits anew for a new address', async () => {
    const { change } = openConnect();
    await code();
    await after(61);
    expect(list()).toBeVisible();
    await act(() => change({ address: '192.168.1.77', url: 'http://192.168.1.77:8080' }));
    await waitFor(() => {
      expect(list()).toBeNull();
    });
    await after(61);
    expect(list()).toBeVisible();
  });

  it('can be opened at any time, and closed', async () => {
    openConnect(undefined, { reach: { devices: 2 } });
    const title = await screen.findByRole('button', { name: "Students can't get in?" });
    act(() => {
      title.click();
    });
    expect(list()).toBeVisible();
    act(() => {
      title.click();
    });
    expect(list()).toBeNull();
  });
});

describe('the full screen', () => {
  it('shows the same, larger, and Escape leaves it', async () => {
    const { user } = openConnect(undefined, { reach: { devices: 9, connectedStudents: 2 } });
    await code();
    await user.click(screen.getByRole('button', { name: 'Full screen' }));
    const board = within(await screen.findByRole('dialog', { name: 'Connect students' }));
    expect(board.getByText('192.168.1.20:8080')).toBeVisible();
    expect(board.getByText('K7M4QX')).toBeVisible();
    expect(board.getByText('9 devices have reached this address')).toBeVisible();
    expect(screen.getByRole('dialog')).toHaveTextContent('Elena Rivera · Room 12');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Full screen' })).toHaveFocus();
  });

  // spec: 15.1
  it('says what a student needs, and by first name who is in and who is not', async () => {
    const present = () => json([{ studentId: 's1', endsAt: '2999-01-01T00:00:00Z' }]);
    const { user } = openConnect(undefined, { handlers: { 'GET /api/classrooms/c1/signed-in': present } });
    await code();
    await user.click(screen.getByRole('button', { name: 'Full screen' }));
    const board = within(await screen.findByRole('dialog', { name: 'Connect students' }));
    expect(board.getByText('3. Type your own username and password')).toBeVisible();
    expect(await board.findByText('1 of 3 signed in, 0 here now')).toBeVisible();
    const names = within(board.getByRole('list', { name: 'Students' })).getAllByRole('listitem');
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'Emma0, not signed in',
      'Emma1, signed in, not here now',
      'Emma2, not signed in',
    ]);
    expect(board.queryByText(/Li/)).toBeNull();
  });

  it('takes the whole screen where the browser gives it, and is left with it', async () => {
    const ask = vi.fn(() => Promise.resolve());
    Object.defineProperty(document.documentElement, 'requestFullscreen', { value: ask, configurable: true });
    const { user } = openConnect();
    await code();
    await user.click(screen.getByRole('button', { name: 'Full screen' }));
    expect(ask).toHaveBeenCalledOnce();
    // In jsdom nothing is ever in full screen, so this is the event of a browser that Escape has taken out of it.
    act(() => {
      document.dispatchEvent(new Event('fullscreenchange'));
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('does without where the browser refuses', async () => {
    const refuse = () => Promise.reject(new TypeError('not allowed'));
    Object.defineProperty(document.documentElement, 'requestFullscreen', {
      value: refuse,
      configurable: true,
    });
    const { user } = openConnect();
    await code();
    await user.click(screen.getByRole('button', { name: 'Full screen' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });
});

describe('the network', () => {
  const reach = { adapters: [wifi, cable] };

  it('is chosen among those that are there, or left to the computer', async () => {
    const { user, calls } = openConnect(undefined, {
      reach,
      handlers: {
        'PUT /api/network/adapter': () => slowly(json({ ...network, ...reach, chosenAdapter: 'eth0' })),
      },
    });
    expect(await screen.findByText(/Students come in by Wi-Fi\./)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Wrong network?' }));
    expect(screen.getByRole('radio', { name: /^Best one \(automatic\)/ })).toBeChecked();
    expect(screen.getByRole('radio', { name: /Wi-Fi, 192\.168\.1\.20.*devices came in here/ })).toBeEnabled();
    await user.click(screen.getByRole('radio', { name: /Ethernet, 10\.20\.30\.40/ }));
    await user.dblClick(screen.getByRole('button', { name: 'Use This Network' }));
    expect(await screen.findByText('Network chosen')).toBeVisible();
    const puts = calls.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ body }) => body)).toEqual([{ name: 'eth0' }]);
  });

  it('that was unplugged meanwhile says so, and the choice stays open', async () => {
    const sentence = 'This network adapter is not connected any more. Please choose another one.';
    const { user } = openConnect(undefined, {
      reach,
      handlers: { 'PUT /api/network/adapter': () => errorResponse(409, sentence) },
    });
    await user.click(await screen.findByRole('button', { name: 'Wrong network?' }));
    await user.click(screen.getByRole('radio', { name: /Ethernet/ }));
    await user.click(screen.getByRole('button', { name: 'Use This Network' }));
    expect(await screen.findByText(/^Failed to change the network/, { selector: '.toast *' })).toBeVisible();
    expect(await screen.findByText(sentence, { selector: '[role=alert] *' })).toBeVisible();
    expect(screen.getByRole('radio', { name: /Ethernet/ })).toBeChecked();
  });

  it('that was chosen and isn’t there says so', async () => {
    const { user } = openConnect(undefined, { reach: { ...reach, chosenAdapter: 'usb0' } });
    await user.click(await screen.findByRole('button', { name: 'Wrong network?' }));
    expect(screen.getByText("The network that you chose isn't connected now.")).toBeVisible();
  });

  it('is only looked at from another device', async () => {
    vi.stubGlobal('location', new URL('http://192.168.1.20:8080/teacher/connect'));
    const { user } = openConnect(undefined, { reach });
    await user.click(await screen.findByRole('button', { name: 'Wrong network?' }));
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled();
    expect(screen.getByText('This can only be changed on the class computer itself.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use This Network' })).toBeNull();
  });
});
