import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Eye, FolderOpen, ShieldCheck, WandSparkles } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';

import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { TextAreaField } from '@/components/input';
import { useFileDropAndPaste } from '@/hooks/use-file-drop-and-paste';
import { classNames } from '@/lib/class-names';
import { submitOnCtrlEnter } from '@/lib/submit-on-ctrl-enter';

import { ListArt } from './illustrations';
import type { ListSource } from './mutations';
import { ImportAlert } from './read-failure';

const MAX_FILES = 10;
const MAX_BYTES = 5 * 1024 * 1024;

/** Reason to reject files before the upload, which the server would refuse only afterwards. */
function fileError(files: readonly File[]): string | null {
  if (files.length > MAX_FILES)
    return t`These are more than ${MAX_FILES} files. Choose at most ${MAX_FILES}.`;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > MAX_BYTES
    ? t`This list is larger than 5 MB. Save it without pictures, or export only your class.`
    : null;
}

type DropCardProps = { dragging: boolean; onFiles: (files: File[]) => void };

function DropCard({ dragging, onFiles }: DropCardProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div
      className={classNames(
        'flex min-w-0 flex-col items-center justify-center rounded-card border-2 border-dashed px-5 py-8 text-center wrap-anywhere large-text:px-3 [&>svg]:max-w-full',
        dragging ? 'border-brand bg-brand-soft' : 'border-ink-3 bg-surface',
      )}
    >
      <ListArt />
      <h2>{dragging ? t`Let go to read this list` : t`Drop your class list here`}</h2>
      <p className="mt-1 max-w-[44ch] text-balance text-ink-2">
        <Trans>An Excel workbook, a CSV file from any spreadsheet, or a OneRoster export.</Trans>
      </p>
      <Button
        variant="primary"
        icon={<FolderOpen aria-hidden />}
        className="mt-5"
        onClick={() => {
          input.current?.click();
        }}
      >
        <Trans>Choose a File</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Reset, so that choosing the same file again fires a change event.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <p className="mt-3 text-small text-ink-2">
        <Trans>.xlsx, .csv, .tsv, .txt or .zip, up to 500 students and 5 MB</Trans>
      </p>
    </div>
  );
}

type PasteCardProps = { initialText: string; onText: (text: string) => void };

function PasteCard({ initialText, onText }: PasteCardProps) {
  const [text, setText] = useState(initialText);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onText(text);
  };
  return (
    <Card as="section" className="p-5">
      <h2>
        <Trans>Or paste the rows</Trans>
      </h2>
      <p className="mt-1 text-ink-2">
        <Trans>Copy them in your spreadsheet, with the line of column names if there is one.</Trans>
      </p>
      <form onSubmit={submit}>
        <TextAreaField
          label={t`Rows`}
          hideLabel
          rows={7}
          autoComplete="off"
          spellCheck={false}
          placeholder={t({ message: 'Amara Okafor\nDiego Ramírez\nEmma Li', comment: 'Pasted names' })}
          className="mt-4"
          value={text}
          onKeyDown={submitOnCtrlEnter}
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
        <div className="mt-4 flex justify-end">
          <Button variant="primary" type="submit" disabled={text.trim() === ''}>
            <Trans>Read the Rows</Trans>
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Promise({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-brand-soft text-brand-ink [&>svg]:size-4.5">
        {icon}
      </span>
      <p>
        <b className="block font-mid">{title}</b>
        <span className="text-small text-ink-2">{children}</span>
      </p>
    </li>
  );
}

function Promises() {
  return (
    <ul className="mt-6 grid grid-cols-1 gap-4 sm:grid-cols-3">
      <Promise icon={<Eye aria-hidden />} title={t`You see every row first`}>
        <Trans>Nothing is added until you press the button.</Trans>
      </Promise>
      <Promise icon={<WandSparkles aria-hidden />} title={t`Names are enough`}>
        <Trans>Usernames and passwords that are missing are made for you.</Trans>
      </Promise>
      <Promise icon={<ShieldCheck aria-hidden />} title={t`Only what is needed is kept`}>
        <Trans>Columns that aren’t used aren’t kept. The file is forgotten when you leave.</Trans>
      </Promise>
    </ul>
  );
}

type ChooseListProps = {
  /** Error of the last list. */
  failure: ReactNode;
  initialText: string;
  onChoose: (source: ListSource) => void;
};

/** Form of the first step: drop, choose or paste the list. */
export function ChooseList({ failure, initialText, onChoose }: ChooseListProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const chooseFiles = (files: File[]) => {
    const sentence = fileError(files);
    setRefused(sentence);
    if (sentence === null) onChoose({ files });
  };
  const dragging = useFileDropAndPaste(chooseFiles);
  return (
    <>
      {refused === null ? failure : <ImportAlert>{refused}</ImportAlert>}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <DropCard dragging={dragging} onFiles={chooseFiles} />
        <PasteCard
          initialText={initialText}
          onText={(text) => {
            setRefused(null);
            onChoose({ text });
          }}
        />
      </div>
      <Promises />
    </>
  );
}
