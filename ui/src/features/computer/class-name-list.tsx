import { Trans } from '@lingui/react/macro';
import { Fragment } from 'react';

const MAX_SHOWN = 3;
/** The server reports at most this many names. */
const MAX_REPORTED = 6;

/** The first three class names and the number of others. */
export function ClassNameList({ classes }: { classes: readonly string[] }) {
  const more = classes.length - MAX_SHOWN;
  const names = classes.slice(0, MAX_SHOWN).map((name, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      <bdi>{name}</bdi>
    </Fragment>
  ));
  if (more <= 0) return names;
  return classes.length < MAX_REPORTED ? (
    <Trans comment="Names of classes">
      {names} and {more} more
    </Trans>
  ) : (
    <Trans comment="Names of classes">{names} and more</Trans>
  );
}
