import { Trans as LinguiTrans, type TransProps } from '@lingui/react';

/**
 * Lingui's Trans, whose values may be texts that people wrote: Lingui looks for tags in the message after it has put
 * the values in, so that a name with "<b>" in it would lose it. It leaves elements alone.
 */
export function Trans({ values = {}, ...props }: TransProps) {
  const safeValues: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    safeValues[name] = typeof value === 'string' ? <>{value}</> : value;
  }
  return <LinguiTrans {...props} values={safeValues} />;
}
