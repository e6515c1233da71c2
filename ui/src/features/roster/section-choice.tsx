import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { RosterPreview } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';

import { sectionLabel } from './reading-texts';

type SectionChoiceProps = {
  preview: RosterPreview;
  onChoose: (section: string) => void;
  onAnotherList: () => void;
};

/** Asks which class of an export to read. */
export function SectionChoice({ preview, onChoose, onAnotherList }: SectionChoiceProps) {
  return (
    <Card as="section" aria-label={t`Classes in the list`} className="p-5">
      <h2>
        <Trans>Which class of the list?</Trans>
      </h2>
      <ul className="mt-4 grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {preview.sections.map((section) => (
          <li key={section.id}>
            <Button
              block
              className="h-full flex-col gap-0! py-2! sm:whitespace-normal!"
              onClick={() => {
                onChoose(section.id);
              }}
            >
              <bdi className="wrap-anywhere">{sectionLabel(section)}</bdi>{' '}
              <span className="text-small text-ink-2">
                {plural(section.students, { one: '# student', other: '# students' })}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="ghost" className="mt-4" onClick={onAnotherList}>
        <Trans>Another List</Trans>
      </Button>
    </Card>
  );
}
