/**
 * The server's time and date, from the headers of its responses. A tablet that was flat, without internet to set its clock,
 * may be years off.
 */

const MINUTE_MS = 60_000;
/** The header has whole seconds, and the response was on its way. */
const TOLERANCE_MS = 10_000;

/** Added to the device's clock. */
let offsetMs = 0;
/** Minutes from UTC to the server's local time; null until known: then the device's zone counts. */
let utcOffset: number | null = null;

export const serverClock = {
  /** Takes over the headers `Date` and `X-UTC-Offset` of a response of the server. */
  read: (response: Pick<Response, 'headers'>) => {
    const sentAt = Date.parse(response.headers.get('Date') ?? '');
    if (!Number.isNaN(sentAt)) {
      const measured = sentAt - Date.now();
      const next = Math.abs(measured) > TOLERANCE_MS ? measured : 0;
      if (Math.abs(next - offsetMs) > TOLERANCE_MS) offsetMs = next;
    }
    const minutes = response.headers.get('X-UTC-Offset');
    if (minutes !== null && /^-?\d{1,3}$/.test(minutes)) utcOffset = Number(minutes);
  },
  /** Milliseconds since 1970. */
  now: () => Date.now() + offsetMs,
  /** The present time in the device's zone. */
  date: () => new Date(serverClock.now()),
  /** A date whose local year, month and day are those of the server, by which goals are due. */
  today: () => {
    const now = serverClock.date();
    return utcOffset === null
      ? now
      : new Date(now.getTime() + (utcOffset + now.getTimezoneOffset()) * MINUTE_MS);
  },
  /** For tests. */
  reset: () => {
    offsetMs = 0;
    utcOffset = null;
  },
};
