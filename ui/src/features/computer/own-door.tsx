import { useQuery } from '@tanstack/react-query';

import { doorsQuery } from './doors-query';
import { NamedClasses } from './named-classes';

/** Whose class computer this is. Its place is kept until that is known, so that nothing under it moves. */
export function OwnDoor() {
  const here = useQuery(doorsQuery).data?.here;
  return (
    <div className="mt-3 min-h-11 max-w-[min(100%,40rem)] wrap-anywhere">
      {here?.teacher && (
        <>
          <p className="line-clamp-3 font-mid">
            <bdi>{here.teacher}</bdi>&apos;s class computer
          </p>
          <p className="line-clamp-3 text-ink-2">
            <NamedClasses classes={here.classes} />
          </p>
        </>
      )}
    </div>
  );
}
