import { i18n } from '@lingui/core';
import { Fragment } from 'react';

import { formatLocales } from '@/lib/format-locales';

/** "Amara Okafor, Emma Li, and Noor". Each name keeps its own direction. */
export function Names({ names }: { names: string[] }) {
  return new Intl.ListFormat(formatLocales(i18n.locale))
    .formatToParts(names)
    .map(({ type, value }, index) =>
      type === 'element' ? <bdi key={index}>{value}</bdi> : <Fragment key={index}>{value}</Fragment>,
    );
}
