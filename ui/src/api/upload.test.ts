import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError, NetworkError } from './api-error';
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
  getResponseHeader = () => null;
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

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Request);
});

describe('an upload', () => {
  it('is a form, not JSON, and goes with the session cookie', async () => {
    const { answer, request } = send();
    expect(request.opened).toEqual(['POST', '/api/submissions/upload']);
    expect(request.withCredentials).toBe(true);
    expect(request.sent).toBe(form);
    // The browser names the form's type itself, with its boundary.
    expect(request.headers).toEqual([]);
    request.answer(201, '{"id":"p1"}');
    expect(await answer).toEqual({ id: 'p1' });
  });

  it('tells how much has been sent', () => {
    const onProgress = vi.fn();
    const { request } = send({ onProgress });
    request.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
    request.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 });
    expect(onProgress.mock.calls).toEqual([[0.25]]);
  });

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

  it('that breaks off never reached the class computer', async () => {
    const { answer, request } = send();
    request.onerror();
    await expect(answer).rejects.toBeInstanceOf(NetworkError);
  });

  it('can be called off', async () => {
    const call = new AbortController();
    const { answer } = send({ signal: call.signal });
    call.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });
});
