import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';

import type { LedgerEntry } from '@/api/types';
import { Button } from '@/components/button';

import { GoalbucksHistory } from './goalbucks-history';
import { TakeBackAwardDialog } from './take-back-award-dialog';

type TeacherGoalbucksHistoryProps = {
  studentId: string;
  studentName: string;
  empty: string;
  /** Whether awards can be taken back. */
  mayTakeBack: boolean;
};

/** A student's GoalBucks history for the teacher, who can take awards back. */
export function TeacherGoalbucksHistory({
  studentId,
  studentName,
  empty,
  mayTakeBack,
}: TeacherGoalbucksHistoryProps) {
  const [chosen, setChosen] = useState<LedgerEntry | null>(null);
  const takeBackButton = (entry: LedgerEntry) => {
    const { assignmentId, reversedAt, description } = entry;
    if (!mayTakeBack || assignmentId === null || reversedAt !== null) return null;
    return (
      <Button
        variant="link"
        icon={<Undo2 aria-hidden />}
        aria-label={t`Take back: ${description}`}
        onClick={() => {
          setChosen(entry);
        }}
      >
        <Trans>Take back</Trans>
      </Button>
    );
  };
  return (
    <>
      <GoalbucksHistory studentId={studentId} empty={empty} renderAction={takeBackButton} />
      <TakeBackAwardDialog
        entry={chosen}
        studentName={studentName}
        onClose={() => {
          setChosen(null);
        }}
      />
    </>
  );
}
