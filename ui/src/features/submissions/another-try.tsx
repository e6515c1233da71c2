import { useId } from 'react';

import { Checkbox } from '@/components/checkbox';

type AnotherTryProps = {
  /** For several submissions at once. */
  several?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** Whether a denial leaves the student another try. */
export function AnotherTry({ several = false, checked, onChange }: AnotherTryProps) {
  const id = useId();
  const [who, these] = several ? ['The students', 'these goals'] : ['The student', 'this goal'];
  return (
    <div>
      <Checkbox
        label="Return for another try"
        aria-describedby={id}
        checked={checked}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      />
      <p id={id} className="text-small text-ink-2">
        {checked
          ? `${who} can submit ${these} again.`
          : `Without it ${who.toLowerCase()} can't submit ${these} again.`}
      </p>
    </div>
  );
}
