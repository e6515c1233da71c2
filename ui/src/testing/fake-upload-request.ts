export type Upload = {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
  onProgress: (part: number) => void;
};

/** The part of XMLHttpRequest that `upload` uses. */
export abstract class FakeUploadRequest {
  upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
  withCredentials = false;
  status = 0;
  statusText = '';
  responseText = '';
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  onabort: () => void = () => undefined;
  private method = '';
  private path = '';
  private readonly headers = new Headers();
  private response: Response | null = null;
  private isAborted = false;

  /** The response to an upload; a rejection is a network error. */
  protected abstract answer: (upload: Upload) => Promise<Response>;

  open(method: string, path: string) {
    Object.assign(this, { method, path });
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  getResponseHeader(name: string) {
    return this.response?.headers.get(name) ?? null;
  }
  abort() {
    this.isAborted = true;
    this.onabort();
  }
  send(body: unknown) {
    const { method, path, headers } = this;
    const onProgress = (loaded: number) => {
      this.upload.onprogress?.({ lengthComputable: true, loaded, total: 1 });
    };
    queueMicrotask(() => this.upload.onload?.());
    this.answer({ method, path, headers, body, onProgress })
      .then((response) => this.receive(response))
      .catch(() => {
        if (!this.isAborted) this.onerror();
      });
  }
  private async receive(response: Response) {
    const { status, statusText } = response;
    const responseText = await response.text();
    if (this.isAborted) return;
    Object.assign(this, { response, status, statusText, responseText });
    this.onload();
  }
}
