import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { ClassNameList } from './class-name-list';
import { nearbyServersQuery } from './queries';

/** Label of this class computer. Reserves its height while loading to avoid a layout shift. */
export function ThisServer() {
  const here = useQuery(nearbyServersQuery).data?.here;
  const teacher = here?.teacher;
  return (
    <div className="mt-3 min-h-11 max-w-[min(100%,40rem)] wrap-anywhere">
      {teacher && (
        <>
          <p className="line-clamp-3 font-mid">
            <Trans>
              <bdi>{teacher}</bdi>&apos;s class computer
            </Trans>
          </p>
          <p className="line-clamp-3 text-ink-2">
            <ClassNameList classes={here.classes} />
          </p>
        </>
      )}
    </div>
  );
}
