import { Trans } from '@lingui/react/macro';
import { useId } from 'react';

import type { NearbyServer } from '@/api/types';

import { ClassNameList } from './class-name-list';
import { validNearbyServers } from './valid-nearby-servers';

/** Links to the nearby class computers. Plain links, as they are other origins. */
export function NearbyServerList({ nearby }: { nearby: readonly NearbyServer[] }) {
  const id = useId();
  const servers = validNearbyServers(nearby);
  if (servers.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-5 border-t border-line pt-4">
      <h3 id={id} className="font-mid">
        <Trans>Looking for another class?</Trans>
      </h3>
      <ul className="-mx-3 mt-1">
        {servers.map(({ teacher, classes, url }) => (
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
                  <ClassNameList classes={classes} />
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
