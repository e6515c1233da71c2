import { refused, unreached } from './client';
import { signOutSignal } from './sign-out-signal';

type UploadOptions = {
  /** Called with the sent part, 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** Posts a form with progress, which `fetch` can't tell. Fails like every other call; calling off is an AbortError. */
export function upload(
  path: string,
  form: FormData,
  { onProgress, signal }: UploadOptions,
): Promise<unknown> {
  return new Promise((resolve, reject: (reason: Error) => void) => {
    const era = signOutSignal.era();
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.withCredentials = true;
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
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
      reject(new DOMException('The upload was called off.', 'AbortError'));
    };
    signal?.addEventListener('abort', () => {
      request.abort();
    });
    if (signal?.aborted) request.onabort(new ProgressEvent('abort'));
    else request.send(form);
  });
}
