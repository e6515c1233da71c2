import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { healthy } from '@/testing/fake-server';

import { ApiError, NetworkError } from './api-error';
import { connection } from './connection';
import { upload } from './upload';

/** Stands in for the browser's request. */
class Request {
  static last: Request;
  withCredentials = false;
  upload: { onprogress?: (event: object) => void } = {};
  status = 0;
  statusText = '';
  responseText = '';
  opened: string[] = [];
  sent: unknown;
  headers: string[] = [];
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  onabort: () => void = () => undefined;
  constructor() {
    Request.last = this;
  }
  open(...address: string[]) {
    this.opened = address;
  }
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.onabort();
  }
  setRequestHeader(name: string) {
    this.headers.push(name);
  }
  contentType = 'application/json';
  getResponseHeader = (name: string) => (name === 'Content-Type' ? this.contentType : null);
  answer(status: number, responseText: string, statusText = '') {
    Object.assign(this, { status, responseText, statusText });
    this.onload();
  }
}

const form = new FormData();
const send = (options = {}) => {
  const answer = upload('/api/submissions/upload', form, options);
  return { answer, request: Request.last };
};

beforeEach(async () => {
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('fetch', () => Promise.resolve(healthy()));
  await connection.check();
});

describe('an upload', () => {
  // spec: 11.1
  it('is a form, not JSON, and goes with the session cookie', async () => {
    const { answer, request } = send();
    expect(request.opened).toEqual(['POST', '/api/submissions/upload']);
    expect(request.withCredentials).toBe(true);
    expect(request.sent).toBe(form);
    // The browser sets the form's Content-Type itself, with its boundary.
    expect(request.headers).toEqual([]);
    request.answer(201, '{"id":"p1"}');
    expect(await answer).toEqual({ id: 'p1' });
  });

  it('tells how much has been sent', async () => {
    const onProgress = vi.fn();
    const { answer, request } = send({ onProgress });
    request.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
    request.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 });
    expect(onProgress.mock.calls).toEqual([[0.25]]);
    request.answer(201, '{}');
    await answer;
  });

  // spec: 12.1
  it('that is refused is an error of status and body, or of the status text', async () => {
    const refused = send();
    const body = '{"error":"That is no image.","code":"image_not_supported"}';
    refused.request.answer(415, body);
    await expect(refused.answer).rejects.toBeInstanceOf(ApiError);
    await expect(refused.answer).rejects.toMatchObject({
      message: `415: ${body}`,
      error: 'That is no image.',
    });
    const empty = send();
    empty.request.answer(502, '', 'Bad Gateway');
    await expect(empty.answer).rejects.toMatchObject({ message: '502: Bad Gateway' });
  });

  // spec: 12.8
  it("that a portal's page answers is a network error", async () => {
    const { answer, request } = send();
    request.contentType = 'text/html';
    request.answer(200, '<h1>Please log in</h1>');
    await expect(answer).rejects.toBeInstanceOf(NetworkError);
    expect(connection.outage.get()).toBe('server');
  });

  it('that is too large for a proxy is refused, which is no outage', async () => {
    const { answer, request } = send();
    request.contentType = 'text/html';
    request.answer(413, '<h1>Request Entity Too Large</h1>');
    await expect(answer).rejects.toBeInstanceOf(ApiError);
    expect(connection.isOnline()).toBe(true);
  });

  it('that breaks off is a network error', async () => {
    const { answer, request } = send();
    request.onerror();
    await expect(answer).rejects.toBeInstanceOf(NetworkError);
  });

  it('can be aborted', async () => {
    const call = new AbortController();
    const { answer } = send({ signal: call.signal });
    call.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a stalled upload', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is a network error after 30 s', async () => {
    const { answer, request } = send();
    const error = answer.catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(20_000);
    request.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
    await vi.advanceTimersByTimeAsync(29_900);
    expect(connection.isOnline()).toBe(true);
    await vi.advanceTimersByTimeAsync(200);
    expect(await error).toBeInstanceOf(NetworkError);
    expect(connection.isOnline()).toBe(false);
  });

  it('may take any time while it progresses', async () => {
    const { answer, request } = send();
    for (let loaded = 1; loaded <= 10; loaded += 1) {
      await vi.advanceTimersByTimeAsync(25_000);
      request.upload.onprogress?.({ lengthComputable: true, loaded, total: 10 });
    }
    await vi.advanceTimersByTimeAsync(25_000);
    request.answer(201, '{"id":"p1"}');
    expect(await answer).toEqual({ id: 'p1' });
  });

  it("that was aborted doesn't count as a lost connection", async () => {
    const call = new AbortController();
    const { answer } = send({ signal: call.signal });
    const error = answer.catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(10_000);
    call.abort();
    expect(await error).toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.isOnline()).toBe(true);
  });
});
