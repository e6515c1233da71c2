import { MessageSquareText, PencilLine, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

import type { LedgerEntry } from '@/api/types';
import { Amount } from '@/components/amount';
import { formatCount, formatNumber } from '@/components/format';
import { IconButton } from '@/components/icon-button';
import { toast } from '@/components/toast-store';
import { changesTitle, sumOf } from '@/features/goalbucks/balance-news';
import { celebrate } from '@/features/goals/celebrate';
import { CelebrationCard } from '@/features/goals/celebration-card';
import { useStudent } from '@/features/session/session-context';
import { TeacherNote } from '@/features/submissions/teacher-note';

import type { GoalWithProof } from './use-current-goals';
import { useStudentNews } from './use-student-news';

/** As many as are shown one by one; the rest is counted. */
const NAMED_CHANGES = 5;
const NAMED_DENIALS = 3;
/** Below the bar on top of narrow screens. */
const TOP_BAR = 60;

type NoticeProps = { icon: ReactNode; title: ReactNode; onDismiss: () => void; children: ReactNode };

/** Calm, with a button that closes it. */
function Notice({ icon, title, onDismiss, children }: NoticeProps) {
  return (
    <section className="animate-rise relative mb-4 flex items-start gap-4 rounded-card border border-line bg-surface p-4 shadow-low sm:px-5">
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-brand-soft text-brand-ink max-sm:hidden">
        {icon}
      </span>
      <div className="min-w-0 grow">
        <h2 className="pe-9 wrap-anywhere">{title}</h2>
        {children}
      </div>
      <IconButton
        label="Close"
        icon={<X aria-hidden />}
        className="absolute end-2 top-2 text-ink-2!"
        onClick={onDismiss}
      />
    </section>
  );
}

function EntryLine({ entry, alone }: { entry: LedgerEntry; alone: boolean }) {
  return (
    <>
      <bdi>{entry.description}</bdi>
      {!alone && ` (${formatNumber(entry.amount, true)})`}
    </>
  );
}

type EntriesProps = { entries: LedgerEntry[]; onDismiss: () => void };

function Awards({ entries, onDismiss }: EntriesProps) {
  const alone = entries.length === 1;
  return (
    <CelebrationCard
      title={alone ? 'You got an award!' : `You got ${entries.length} awards!`}
      lines={entries.map((entry) => ({ id: entry.id, text: <EntryLine entry={entry} alone={alone} /> }))}
      total={sumOf(entries)}
      onDismiss={onDismiss}
    />
  );
}

function Changes({ entries, onDismiss }: EntriesProps) {
  const more = entries.length - NAMED_CHANGES;
  return (
    <Notice icon={<PencilLine aria-hidden />} title={changesTitle(entries)} onDismiss={onDismiss}>
      <ul>
        {entries.slice(0, NAMED_CHANGES).map((entry) => (
          <li key={entry.id} className="wrap-anywhere whitespace-pre-line">
            <EntryLine entry={entry} alone={entries.length === 1} />
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
      <Amount plain signed value={sumOf(entries)} className="mt-1" />
    </Notice>
  );
}

function Denial({ row: { goal, proof }, onDismiss }: { row: GoalWithProof; onDismiss: () => void }) {
  return (
    <Notice
      icon={<MessageSquareText aria-hidden />}
      title={
        <>
          Your teacher looked at &ldquo;<bdi>{goal.name}</bdi>&rdquo;
        </>
      }
      onDismiss={onDismiss}
    >
      {typeof proof?.comment === 'string' && <TeacherNote comment={proof.comment} />}
      <p className="mt-2 text-ink-2">
        {proof?.allowResubmission
          ? 'You can try again and send new proof.'
          : "This goal can't be sent again. If you have a question, ask your teacher."}
      </p>
    </Notice>
  );
}

type DenialsProps = { rows: GoalWithProof[]; onDismiss: (rows: GoalWithProof[]) => void };

function Denials({ rows, onDismiss }: DenialsProps) {
  const rest = rows.slice(NAMED_DENIALS);
  return (
    <>
      {rows.slice(0, NAMED_DENIALS).map((row) => (
        <Denial
          key={row.goal.id}
          row={row}
          onDismiss={() => {
            onDismiss([row]);
          }}
        />
      ))}
      {rest.length > 0 && (
        <Notice
          icon={<MessageSquareText aria-hidden />}
          title={`Your teacher looked at ${formatCount(rest.length, 'more goal')}`}
          onDismiss={() => {
            onDismiss(rest);
          }}
        >
          <p className="text-ink-2">Each comment stands with its goal on My Goals.</p>
        </Notice>
      )}
    </>
  );
}

/** Says that something stands at the top while the page is scrolled down. */
function useNewsToast(newest: string | undefined) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (newest === undefined || !box.current) return;
    if (scrollY === 0 || box.current.getBoundingClientRect().bottom > TOP_BAR) return;
    toast({
      title: 'News from your teacher',
      action: {
        label: 'Show',
        altText: 'It stands at the top of the page.',
        onPress: () => {
          box.current?.focus();
          scrollTo(0, 0);
        },
      },
    });
  }, [newest]);
  return box;
}

/** What the teacher has done since the student last looked; each is shown once on a device, until it is closed. */
export function StudentNews() {
  const { id } = useStudent();
  const { awards, changes, denials, dismissEntries, dismissDenials } = useStudentNews(id);
  const newestAward = awards[0]?.id;
  const newest = [...awards, ...changes, ...denials.flatMap(({ proof }) => proof ?? [])]
    .map((row) => row.id)
    .join();
  const box = useNewsToast(newest === '' ? undefined : newest);
  useEffect(() => {
    if (newestAward !== undefined) void celebrate();
  }, [newestAward]);
  return (
    <div ref={box} role="status" aria-atomic={false} tabIndex={-1} className="outline-none">
      {awards.length > 0 && (
        <Awards
          entries={awards}
          onDismiss={() => {
            dismissEntries(awards);
          }}
        />
      )}
      <Denials rows={denials} onDismiss={dismissDenials} />
      {changes.length > 0 && (
        <Changes
          entries={changes}
          onDismiss={() => {
            dismissEntries(changes);
          }}
        />
      )}
    </div>
  );
}
