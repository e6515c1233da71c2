/** Wi-Fi that dies without a word answers nothing: a call, or a dialog that waits for it, would hang for minutes. */
const ANSWERS_WITHIN_MS = 20_000;

/** The answer with all of its body: that too may stop coming. */
async function whole(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  const { status, statusText, headers } = response;
  const body = await response.arrayBuffer();
  // An answer that is empty by its status, such as 204, may not even have an empty body.
  return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
}

/**
 * Fetches within 20 s, or fails with a TimeoutError. By hand: iPads learned `AbortSignal.any` in 2024 only, and browsers of
 * that time reject with an AbortError whatever the reason was.
 */
export async function fetchInTime(request: Request): Promise<Response> {
  const call = new AbortController();
  const callOff = () => {
    call.abort();
  };
  const limit = setTimeout(callOff, ANSWERS_WITHIN_MS);
  request.signal.addEventListener('abort', callOff);
  if (request.signal.aborted) callOff();
  try {
    return await whole(globalThis.fetch(request, { signal: call.signal }));
  } catch (error) {
    const late = call.signal.aborted && !request.signal.aborted;
    throw late ? new DOMException('The answer took too long.', 'TimeoutError') : error;
  } finally {
    clearTimeout(limit);
    request.signal.removeEventListener('abort', callOff);
  }
}

/** For a call whose answer may take minutes: the class computer's disk has a lot to read or write first. */
export function fetchPatiently(request: Request): Promise<Response> {
  return globalThis.fetch(request);
}
