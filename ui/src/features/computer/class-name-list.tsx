import { Fragment } from 'react';

const MAX_SHOWN = 3;
/** The server reports at most this many names. */
const MAX_REPORTED = 6;

/** The first three class names and the number of others. */
export function ClassNameList({ classes }: { classes: readonly string[] }) {
  const more = classes.length < MAX_REPORTED ? `${classes.length - MAX_SHOWN} more` : 'more';
  return (
    <>
      {classes.slice(0, MAX_SHOWN).map((name, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
      {classes.length > MAX_SHOWN && ` and ${more}`}
    </>
  );
}
