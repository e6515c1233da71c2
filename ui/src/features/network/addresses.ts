import type { Adapter, Network } from '@/api/types';

/** Where students come in; `hostNameUrl` is another way to the same. */
export type Addresses = { url: string; hostNameUrl: string | null };

/** What somebody types: no browser needs the scheme. */
export function typed(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

/** A school's server is where this page came from, whatever its proxy calls it inside. */
export function schoolAddresses(): Addresses {
  return { url: location.origin, hostNameUrl: null };
}

/** What the code and a copied link lead to there. */
export function schoolLink(classCode: string | null): string {
  return withClass(`${location.origin}/`, classCode);
}

function withClass(origin: string, classCode: string | null): string {
  return classCode === null ? origin : `${origin}?class=${encodeURIComponent(classCode)}`;
}

/**
 * What the code and a copied link lead to: with the usual port, as port 80 may be somebody else's tomorrow, and with the
 * class code, so that a student types a name and a password only. Null without a network.
 */
export function link({ address, port }: Network, classCode: string | null): string | null {
  if (address === null) return null;
  return withClass(`http://${address}:${port}/`, classCode);
}

/** Where students come in, 80 among them where addresses go without a port. */
export function ports({ port, port80 }: Network): number[] {
  return port80 && port !== 80 ? [port, 80] : [port];
}

/** The adapter whose address is published now. */
export function adapterInUse({ adapters, address }: Network): Adapter | undefined {
  return adapters.find((adapter) => adapter.address === address);
}
