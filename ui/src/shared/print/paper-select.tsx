import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import { ToolbarSelect } from '@/components/toolbar-select';

import type { Paper } from './preferred-paper';

type PaperSelectProps = {
  value: Paper;
  /** What stands on a page. */
  hint: ReactNode;
  onChange: (paper: Paper) => void;
};

export function PaperSelect({ value, hint, onChange }: PaperSelectProps) {
  return (
    <div>
      <ToolbarSelect
        label={t`Paper`}
        className="max-w-58 flex-col items-stretch! gap-1.5! [&>span:first-child]:text-body [&>span:first-child]:font-mid [&>span:first-child]:text-ink"
        value={value}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value === 'letter' ? 'letter' : 'a4');
        }}
      >
        <option value="letter">{t`Letter (8.5 × 11 in)`}</option>
        <option value="a4">{t`A4 (210 × 297 mm)`}</option>
      </ToolbarSelect>
      <p className="mt-1.5 max-w-80 text-small text-ink-2">{hint}</p>
    </div>
  );
}
