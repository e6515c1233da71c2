import { isRecord } from './is-record';

/** Parses a JSON object; an empty one for anything else, such as the HTML page of a proxy. */
export function parseObject(json: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(json);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
