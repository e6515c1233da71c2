import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';

import { Checkbox } from '@/components/checkbox';
import { classNames } from '@/lib/class-names';

type AllowResubmissionProps = {
  /** Uses the plural texts. */
  several?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** Checkbox: whether the student may submit again after a denial. */
export function AllowResubmission({ several = false, checked, onChange }: AllowResubmissionProps) {
  const id = useId();
  const [students, goals] = several ? ['students', 'these goals'] : ['student', 'this goal'];
  return (
    <div>
      <Checkbox
        label={t`Return for another try`}
        aria-describedby={id}
        checked={checked}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      />
      <p
        id={id}
        className={classNames(
          'flex items-start gap-1.5 text-small',
          checked ? 'text-ink-2' : 'font-mid text-denied-ink',
        )}
      >
        {!checked && <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
        {checked
          ? t`The ${students} can send ${goals} again.`
          : t`This is final: the ${students} can't send ${goals} again.`}
      </p>
    </div>
  );
}
