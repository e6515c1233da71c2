/** Requests on a dead Wi-Fi connection would hang for minutes. */
const TIMEOUT_MS = 20_000;

/** Reads the whole body, so that the timeout covers it. */
async function readFully(pending: Promise<Response>): Promise<Response> {
  const response = await pending;
  const { status, statusText, headers } = response;
  const body = await response.arrayBuffer();
  // Responses such as 204 must not have a body.
  return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
}

/** Fetches within 20 s, or rejects with a TimeoutError. Without `AbortSignal.any`, which older iPads lack. */
export async function fetchWithTimeout(request: Request): Promise<Response> {
  const controller = new AbortController();
  const abort = () => {
    controller.abort();
  };
  const timer = setTimeout(abort, TIMEOUT_MS);
  request.signal.addEventListener('abort', abort);
  if (request.signal.aborted) abort();
  try {
    return await readFully(globalThis.fetch(request, { signal: controller.signal }));
  } catch (error) {
    const timedOut = controller.signal.aborted && !request.signal.aborted;
    throw timedOut ? new DOMException('The answer took too long.', 'TimeoutError') : error;
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', abort);
  }
}

/** For requests that may take minutes, such as backups. */
export function fetchWithoutTimeout(request: Request): Promise<Response> {
  return globalThis.fetch(request);
}
