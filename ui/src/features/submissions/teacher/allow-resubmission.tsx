import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';

import { Checkbox } from '@/components/checkbox';
import { classNames } from '@/lib/class-names';
import { HelpButton } from '@/shared/help-button';

type AllowResubmissionProps = {
  /** Uses the plural texts. */
  several?: boolean;
  /** Whether a denial is being confirmed: then the text that it is final is a warning. */
  denying?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

const describe = (mayResubmit: boolean) =>
  mayResubmit
    ? t`If you return it, the student can send this goal again.`
    : t`A denial is final: the student can't send this goal again.`;

const describeForSeveral = (mayResubmit: boolean) =>
  mayResubmit
    ? t`If you return them, the students can send these goals again.`
    : t`A denial is final: the students can't send these goals again.`;

/** Checkbox: whether the student may submit again after a denial, with the answer of the help. */
export function AllowResubmission({
  several = false,
  denying = true,
  checked,
  onChange,
}: AllowResubmissionProps) {
  const id = useId();
  const warns = denying && !checked;
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
          warns ? 'font-mid text-denied-ink' : 'text-ink-2',
        )}
      >
        {warns && <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
        {several ? describeForSeveral(checked) : describe(checked)}
      </p>
      {denying && <HelpButton answer="let-a-child-try-again" className="mt-1" />}
    </div>
  );
}
