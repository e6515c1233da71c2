import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

import type { Adapter, Network } from '@/api/types';

import { adapterInUse } from './addresses';

const REASONS: Record<NonNullable<Adapter['reason']>, MessageDescriptor> = {
  chosen: msg`chosen by the teacher`,
  used: msg`devices came in here`,
  link_local: msg`no address from the network yet`,
  virtual: msg`a VPN, mobile data or virtual machine`,
  hotspot: msg`this computer's own hotspot`,
  default_route: msg`the way to the Internet`,
};

/** The adapter's system name and the reason for its rank: "wlan0: devices came in here". */
export function describeAdapter({ name, reason }: Adapter): string {
  return reason === null ? name : `${name}: ${i18n._(REASONS[reason])}`;
}

/** The server's label of an adapter; it is a name, such as Wi-Fi, or one of two texts. */
export function adapterLabel({ label }: Adapter): string {
  if (label === 'Mobile hotspot') return t`Mobile hotspot`;
  const [, name] = /^Network \((.+)\)$/.exec(label) ?? [];
  return name === undefined ? label : t({ message: `Network (${name})`, comment: 'A network adapter' });
}

/** Label of the adapter whose address is published now. */
export function labelInUse(network: Network): string | undefined {
  const adapter = adapterInUse(network);
  return adapter && adapterLabel(adapter);
}
