import type { Classroom } from '@/api/types';
import { ToolbarSelect } from '@/components/toolbar-select';
import { classNames } from '@/lib/class-names';
import { namedAlike } from '@/lib/named-alike';
import { ClassOptions } from '@/shared/class-options';

type ClassSelectProps = { classes: Classroom[]; value: string; onChange: (classroomId: string) => void };

/** Which class a page is about. */
export function ClassSelect({ classes, value, onChange }: ClassSelectProps) {
  // With their codes they need a line of their own on a phone.
  const wide = namedAlike(classes).size > 0;
  return (
    <ToolbarSelect
      label="Class"
      className={classNames('min-w-0 max-sm:grow', wide ? 'max-sm:basis-full' : 'max-sm:basis-40')}
      selectClass="truncate sm:max-w-64"
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    >
      <ClassOptions classes={classes} />
    </ToolbarSelect>
  );
}
