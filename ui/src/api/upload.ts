import { refused, unreached } from './client';
import { signOutSignal } from './sign-out-signal';

/** How long nothing may move. A big photo on slow Wi-Fi may take its time. */
const STANDS_STILL_MS = 30_000;

type UploadOptions = {
  /** Called with the sent part, 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** What the body alone doesn't say. */
  headers?: Readonly<Record<string, string>>;
  /** Once everything is sent, the answer may take minutes. */
  answersLate?: boolean;
};

/** Breaks a request off that stands still; says whether it did. */
function watch(request: XMLHttpRequest) {
  let stuck = false;
  let limit: ReturnType<typeof setTimeout>;
  const moved = () => {
    clearTimeout(limit);
    limit = setTimeout(() => {
      stuck = true;
      request.abort();
    }, STANDS_STILL_MS);
  };
  const stop = () => {
    clearTimeout(limit);
  };
  return { moved, stop, isStuck: () => stuck };
}

/** Posts a form or a file with progress, which `fetch` can't tell. Fails like every other call; cancelling is an AbortError. */
export function upload(
  path: string,
  body: FormData | Blob,
  { onProgress, signal, headers = {}, answersLate = false }: UploadOptions,
): Promise<unknown> {
  const era = signOutSignal.era();
  const request = new XMLHttpRequest();
  const watched = watch(request);
  const answer = new Promise((resolve, reject: (reason: Error) => void) => {
    request.open('POST', path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      watched.moved();
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    if (answersLate) request.upload.onload = watched.stop;
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status < 200 || status > 299) {
        reject(
          refused(status, statusText, responseText, request.getResponseHeader('Retry-After'), { path, era }),
        );
        return;
      }
      try {
        resolve(JSON.parse(responseText));
      } catch (error) {
        reject(new Error('The answer could not be read.', { cause: error }));
      }
    };
    request.onerror = () => {
      reject(unreached(new Error('The upload broke off.')));
    };
    request.onabort = () => {
      if (watched.isStuck()) reject(unreached(new Error('The upload stood still.')));
      else reject(new DOMException('The upload was called off.', 'AbortError'));
    };
    signal?.addEventListener('abort', () => {
      request.abort();
    });
    if (signal?.aborted) request.onabort(new ProgressEvent('abort'));
    else request.send(body);
    watched.moved();
  });
  return answer.finally(watched.stop);
}
