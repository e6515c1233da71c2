import { ChevronDown } from 'lucide-react';

import type { Classroom } from '@/api/types';
import { controlClass } from '@/components/input';
import { classNames } from '@/lib/class-names';
import { namedAlike } from '@/lib/named-alike';
import { ClassOptions } from '@/shared/class-options';

type ClassSelectProps = { classes: Classroom[]; value: string; onChange: (classroomId: string) => void };

/** Which class a page is about. */
export function ClassSelect({ classes, value, onChange }: ClassSelectProps) {
  // With their codes they need a line of their own on a phone.
  const wide = namedAlike(classes).size > 0;
  return (
    <label
      className={classNames(
        'flex min-w-0 items-center gap-2 max-sm:grow',
        wide ? 'max-sm:basis-full' : 'max-sm:basis-40',
      )}
    >
      <span className="text-small text-ink-2">Class</span>
      <span className="relative min-w-0 grow">
        <select
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
          className={classNames(controlClass, 'appearance-none truncate py-1 pe-9 sm:max-w-64')}
        >
          <ClassOptions classes={classes} />
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-ink-2"
        />
      </span>
    </label>
  );
}
