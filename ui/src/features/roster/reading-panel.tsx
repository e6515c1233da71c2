import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown, FileSpreadsheet, SlidersHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { RosterPreview } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { classNames } from '@/lib/class-names';

import { type ChoicesProps, ReadingChoices } from './reading-choices';
import { columnLabel, describeReading, sectionLabel, usernameColumn, usernamesText } from './reading-texts';

type SummaryProps = { name: string; preview: RosterPreview; onChangeUsernames: () => void };

function Summary({ name, preview, onChangeUsernames }: SummaryProps) {
  const unused = preview.columns.filter(({ use }) => use === 'unused').map(columnLabel);
  const names = unused.join(', ');
  const above = preview.above.join(', ');
  const section = preview.sections.find(({ id }) => id === preview.section);
  return (
    <div className="min-w-0 grow basis-52 lg:max-xl:basis-100 wrap-anywhere">
      <p>
        <b className="font-mid">
          <bdi>{name}</bdi>
        </b>{' '}
        {section && <bdi>{sectionLabel(section)} </bdi>}
        <span className="text-ink-2">{describeReading(preview)}</span>
      </p>
      <p className="text-small text-ink-2">
        {usernamesText(preview)}{' '}
        <button
          type="button"
          className="rounded-control text-brand-ink underline underline-offset-3"
          onClick={onChangeUsernames}
        >
          <Trans comment="Opens the settings with which a list is read, at the column of usernames">
            Change this
          </Trans>
        </button>
      </p>
      {above !== '' && (
        <p className="line-clamp-3 text-small text-ink-2">
          <Trans>
            Not read, above the column names: <b className="font-mid">{above}</b>
          </Trans>
        </p>
      )}
      {unused.length > 0 && (
        <p className="text-small text-ink-2">
          <Trans>
            Not used and not kept: <b className="font-mid">{names}</b>
          </Trans>
        </p>
      )}
    </div>
  );
}

type ReadingPanelProps = ChoicesProps & { name: string; onAnotherList: () => void };

/** Collapsible panel with the settings with which the list was read. */
export function ReadingPanel({ name, onAnotherList, ...choices }: ReadingPanelProps) {
  const [open, setOpen] = useState(false);
  const settings = useRef<HTMLDivElement>(null);
  const { preview } = choices;
  /** Opens the settings, with the focus on the column of the usernames, else on the last column. */
  const showUsernames = () => {
    flushSync(() => {
      setOpen(true);
    });
    const selects = [...(settings.current?.querySelectorAll('select') ?? [])].slice(-preview.columns.length);
    const column = usernameColumn(preview);
    selects.at(column ? preview.columns.indexOf(column) : -1)?.focus();
  };
  return (
    <Card as="section" aria-label={t`How the list was read`} className="mb-4 p-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <FileSpreadsheet aria-hidden className="size-5 shrink-0 max-sm:hidden" />
        <Summary name={name} preview={preview} onChangeUsernames={showUsernames} />
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col">
          <Button
            variant="soft"
            icon={<SlidersHorizontal aria-hidden />}
            aria-expanded={open}
            onClick={() => {
              setOpen(!open);
            }}
          >
            <Trans>Change How It Is Read</Trans>
            <ChevronDown aria-hidden className={classNames(open && 'rotate-180')} />
          </Button>
          <Button variant="ghost" onClick={onAnotherList}>
            <Trans>Another List</Trans>
          </Button>
        </div>
      </div>
      {open && (
        <div ref={settings}>
          <p className="mt-4 text-small text-ink-2">
            <Trans>Change anything that looks wrong: the rows below follow at once.</Trans>
          </p>
          <ReadingChoices {...choices} />
        </div>
      )}
    </Card>
  );
}
