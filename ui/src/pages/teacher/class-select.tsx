import { t } from '@lingui/core/macro';

import type { Classroom } from '@/api/types';
import { ToolbarSelect } from '@/components/toolbar-select';
import { classNames } from '@/lib/class-names';
import { findDuplicateNames } from '@/lib/duplicate-names';
import { ClassOptions } from '@/shared/class-options';

type ClassSelectProps = {
  classes: Classroom[];
  value: string;
  /** A number that stands after the name of the class, if any. */
  countOf?: (classroomId: string) => number | undefined;
  onChange: (classroomId: string) => void;
};

/** Class selector of a page. */
export function ClassSelect({ classes, value, countOf, onChange }: ClassSelectProps) {
  // Options with class codes need more room on phones.
  const isWide = findDuplicateNames(classes).size > 0;
  return (
    <ToolbarSelect
      label={t`Class`}
      className={classNames('min-w-0 max-sm:grow', isWide ? 'max-sm:basis-full' : 'max-sm:basis-40')}
      selectClass="truncate sm:max-w-64"
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    >
      <ClassOptions classes={classes} {...(countOf && { countOf })} />
    </ToolbarSelect>
  );
}
