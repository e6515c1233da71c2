import { i18n } from '@lingui/core';

import type { Adapter, Network } from '@/api/types';

/** URL without its scheme, for display. */
export function displayUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

/** Join URL of a school server. */
export function schoolJoinUrl(classCode: string | null): string {
  return withClassCode(`${location.origin}/`, classCode);
}

function withClassCode(origin: string, classCode: string | null): string {
  return classCode === null ? origin : `${origin}?class=${encodeURIComponent(classCode)}`;
}

/**
 * Join URL for the QR code and the copied link. Uses the standard port, because port 80 may be taken later, and
 * includes the class code. Null without a network.
 */
export function joinUrlFor({ address, port }: Network, classCode: string | null): string | null {
  if (address === null) return null;
  return withClassCode(`http://${address}:${port}/`, classCode);
}

/** URL that the board shows and login cards have, without path; null without a network. With the standard port, as above. */
export function cardAddress({ url, address, port }: Network): string | null {
  if (url === null || address === null) return null;
  return url.startsWith('https:') ? url : `http://${address}:${port}`;
}

/** Listening ports, including 80 if addresses omit the port. */
export function ports({ port, port80 }: Network): number[] {
  return port80 && port !== 80 ? [port, 80] : [port];
}

/** "8080 and 80". */
export function formatPorts(network: Network): string {
  return new Intl.ListFormat(i18n.locale).format(ports(network).map(String));
}

/** The adapter whose address is published now. */
export function adapterInUse({ adapters, address }: Network): Adapter | undefined {
  return adapters.find((adapter) => adapter.address === address);
}
