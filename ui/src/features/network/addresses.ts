import type { Adapter, Network } from '@/api/types';

/** What somebody types: no browser needs the scheme. */
export function typed(url: string): string {
  return url.replace(/^http:\/\//, '');
}

/**
 * What the code and a copied link lead to: with the usual port, as port 80 may be somebody else's tomorrow, and with the
 * class code, so that a student types a name and a password only. Null without a network.
 */
export function link({ address, port }: Network, classCode: string | null): string | null {
  if (address === null) return null;
  const origin = `http://${address}:${port}/`;
  return classCode === null ? origin : `${origin}?class=${encodeURIComponent(classCode)}`;
}

/** Where students come in, 80 among them where addresses go without a port. */
export function ports({ port, port80 }: Network): number[] {
  return port80 && port !== 80 ? [port, 80] : [port];
}

/** The adapter whose address is published now. */
export function adapterInUse({ adapters, address }: Network): Adapter | undefined {
  return adapters.find((adapter) => adapter.address === address);
}

/** The computer refuses to be changed from elsewhere, and knows itself by loopback only. */
export function isOwnComputer(hostname = location.hostname): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
