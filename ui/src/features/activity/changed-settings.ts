import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

/** Names of settings as the server records them (`describe_changes` in server/class_computer/preferences/service.py). */
const NAMES: Partial<Record<string, MessageDescriptor>> = {
  'teacher sign-in from other devices': msg`teacher sign-in from other devices`,
  'keep this computer awake': msg`keep this computer awake`,
  'remove old photos': msg`remove old photos`,
  'language of the login page': msg`language of the login page`,
};

const VALUES: Partial<Record<string, MessageDescriptor>> = {
  on: msg({ message: 'on', comment: 'A setting' }),
  off: msg({ message: 'off', comment: 'A setting' }),
  English: msg`English`,
  Spanish: msg`Spanish`,
};

function describeValue(value: string): string | undefined {
  const [, days] = /^after (\d+) days$/.exec(value) ?? [];
  const known = VALUES[value];
  return days === undefined ? known && i18n._(known) : t`after ${days} days`;
}

function describeChange(change: string): string {
  const name = Object.keys(NAMES).find((each) => change.startsWith(`${each} `));
  const label = name === undefined ? undefined : NAMES[name];
  const value = name === undefined ? undefined : describeValue(change.slice(name.length + 1));
  if (label === undefined || value === undefined) return change;
  const setting = i18n._(label);
  return t({ message: `${setting}: ${value}`, comment: 'A setting and its new value' });
}

/** The settings that an event lists, in the current language; what isn't known stays as the server sent it. */
export function describeSettings(changes: string): string {
  return changes.split(', ').map(describeChange).join(', ');
}
