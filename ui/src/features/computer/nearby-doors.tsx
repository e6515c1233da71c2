import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { doorsQuery } from './doors-query';
import { NamedClasses } from './named-classes';
import { otherDoors } from './other-doors';

/** The way to the other class computers, for a child at the wrong one. They are other servers: plain links. */
export function NearbyDoors() {
  const id = useId();
  const doors = otherDoors(useQuery(doorsQuery).data?.nearby ?? []);
  if (doors.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-5 border-t border-line pt-4">
      <h3 id={id} className="font-mid">
        Looking for another class?
      </h3>
      <ul className="-mx-3 mt-1">
        {doors.map(({ teacher, classes, url }) => (
          <li key={url}>
            <a
              href={url}
              className="flex min-h-11 flex-col justify-center rounded-control px-3 py-1 wrap-anywhere hover:bg-sunken"
            >
              {teacher && (
                <span className="line-clamp-2 font-mid text-brand-ink">
                  <bdi>{teacher}</bdi>
                </span>
              )}
              {classes.length > 0 && (
                <span className="line-clamp-3 text-small text-ink-2">
                  <NamedClasses classes={classes} />
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
