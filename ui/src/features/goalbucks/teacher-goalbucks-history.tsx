import { Trans } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';

import type { LedgerEntry } from '@/api/types';
import { Button } from '@/components/button';

import { GoalbucksHistory } from './goalbucks-history';
import { TakeBackAwardDialog } from './take-back-award-dialog';

type TeacherGoalbucksHistoryProps = { studentId: string; studentName: string; empty: string };

/** A student's GoalBucks history for the teacher, who can take awards back. */
export function TeacherGoalbucksHistory({ studentId, studentName, empty }: TeacherGoalbucksHistoryProps) {
  const [chosen, setChosen] = useState<LedgerEntry | null>(null);
  const takeBackButton = (entry: LedgerEntry) =>
    entry.assignmentId !== null &&
    entry.reversedAt === null && (
      <Button
        variant="link"
        icon={<Undo2 aria-hidden />}
        aria-label={`Take back: ${entry.description}`}
        onClick={() => {
          setChosen(entry);
        }}
      >
        <Trans>Take back</Trans>
      </Button>
    );
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
