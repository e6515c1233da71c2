import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { sessionExpiredEvent } from '@/api/session-expired-event';
import { Toaster } from '@/components/toast/toaster';
import { buildSession } from '@/testing/builders';
import { json, errorResponse, serve, slowly } from '@/testing/fake-server';

import { downloadExport } from './download-export';

const SESSION = 'GET /api/auth/session';
const PATH = '/api/teachers/t1/export';
let followed: string[];

beforeEach(() => {
  followed = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(new URL(this.href).pathname);
  });
  render(<Toaster />);
});

describe('an export', () => {
  it('says at the press that it is being made, and is begun once', async () => {
    serve({ [SESSION]: () => slowly(json(buildSession())) });
    const both = Promise.all([downloadExport(PATH), downloadExport(PATH)]);
    expect(await screen.findByText('Your export is being made...')).toBeVisible();
    await both;
    expect(followed).toEqual([PATH]);
  });

  it('after the session has ended signs out in place of a download that fails', async () => {
    const send = vi.spyOn(sessionExpiredEvent, 'emit');
    serve({ [SESSION]: () => errorResponse(401, 'Please sign in.') });
    await downloadExport(PATH);
    expect(send).toHaveBeenCalledOnce();
    expect(followed).toEqual([]);
    await expect.poll(() => screen.queryByText('Your export is being made...')).toBeNull();
  });

  it('that could not be begun says so', async () => {
    serve({ [SESSION]: () => errorResponse(503, 'Busy.') });
    await downloadExport(PATH);
    expect(await screen.findByText('Failed to export. Please try again.')).toBeVisible();
    expect(followed).toEqual([]);
  });
});
