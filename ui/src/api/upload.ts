import { handleErrorResponse, handleForeignSuccess, handleNetworkError, isOwnSuccess } from './client';
import { sessionExpiredEvent } from './session-expired-event';

/** Aborts an upload without progress for this long. */
const STALL_TIMEOUT_MS = 30_000;

type UploadOptions = {
  /** Called with the uploaded fraction, 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Additional headers. */
  headers?: Readonly<Record<string, string>>;
  /** No timeout while waiting for the response. */
  slowResponse?: boolean;
};

/** Aborts a stalled request and records that it did. */
function abortWhenStalled(request: XMLHttpRequest) {
  let stalled = false;
  let timer: ReturnType<typeof setTimeout>;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stalled = true;
      request.abort();
    }, STALL_TIMEOUT_MS);
  };
  const stop = () => {
    clearTimeout(timer);
  };
  return { restart, stop, isStalled: () => stalled };
}

/** The error of a response, null for a success; reports it as `api` does. */
function responseError(request: XMLHttpRequest, call: { path: string; epoch: number }): Error | null {
  const { status, statusText, responseText } = request;
  if (status < 200 || status > 299) {
    const retryAfter = request.getResponseHeader('Retry-After');
    return handleErrorResponse(status, statusText, responseText, retryAfter, call);
  }
  const isOwn = isOwnSuccess('POST', status, request.getResponseHeader('Content-Type'));
  return isOwn ? null : handleForeignSuccess(call.path);
}

/** Posts a form or a file with progress, which `fetch` lacks. Rejects like `api`; with an AbortError if cancelled. */
export function upload(
  path: string,
  body: FormData | Blob,
  { onProgress, signal, headers = {}, slowResponse = false }: UploadOptions,
): Promise<unknown> {
  const epoch = sessionExpiredEvent.epoch();
  const request = new XMLHttpRequest();
  const watched = abortWhenStalled(request);
  const answer = new Promise((resolve, reject: (reason: Error) => void) => {
    request.open('POST', path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      watched.restart();
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    if (slowResponse) request.upload.onload = watched.stop;
    request.onload = () => {
      const error = responseError(request, { path, epoch });
      if (error) {
        reject(error);
        return;
      }
      try {
        resolve(JSON.parse(request.responseText));
      } catch (error) {
        reject(new Error('The answer could not be read.', { cause: error }));
      }
    };
    request.onerror = () => {
      reject(handleNetworkError(new Error('The upload broke off.'), path));
    };
    request.onabort = () => {
      if (watched.isStalled()) reject(handleNetworkError(new Error('The upload stood still.'), path));
      else reject(new DOMException('The upload was called off.', 'AbortError'));
    };
    signal?.addEventListener('abort', () => {
      request.abort();
    });
    if (signal?.aborted) request.onabort(new ProgressEvent('abort'));
    else request.send(body);
    watched.restart();
  });
  return answer.finally(watched.stop);
}

type BackupOptions = {
  passphrase: string | undefined;
  /** Restore even if photos shared with other backups are missing. */
  withoutPhotos: boolean;
  onProgress?: (part: number) => void;
};

/** Uploads a backup file to restore. The passphrase is encoded, because headers are ASCII. */
export function uploadBackup(
  path: '/api/backups/restore' | '/api/rescue/file',
  file: File,
  { passphrase, withoutPhotos, onProgress }: BackupOptions,
): Promise<unknown> {
  return upload(path, file, {
    onProgress,
    slowResponse: true,
    headers: {
      'Content-Type': 'application/octet-stream',
      ...(passphrase !== undefined && { 'Backup-Passphrase': encodeURIComponent(passphrase) }),
      ...(withoutPhotos && { 'Backup-Without-Photos': 'true' }),
    },
  });
}
