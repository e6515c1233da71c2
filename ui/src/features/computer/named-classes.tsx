import { Fragment } from 'react';

const SHOWN = 3;
/** The server names no more, so behind the last there may be any number. */
const MOST_TOLD = 6;

/** The first three by name, and how many more there are. */
export function NamedClasses({ classes }: { classes: readonly string[] }) {
  const more = classes.length < MOST_TOLD ? `${classes.length - SHOWN} more` : 'more';
  return (
    <>
      {classes.slice(0, SHOWN).map((name, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
      {classes.length > SHOWN && ` and ${more}`}
    </>
  );
}
