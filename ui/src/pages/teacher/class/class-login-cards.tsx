import { Trans } from '@lingui/react/macro';
import { IdCard } from 'lucide-react';

import type { Classroom, StudentStats } from '@/api/types';
import { Button } from '@/components/button';
import { usePrintLoginCards } from '@/pages/teacher/use-print-login-cards';

/** Opens the dialog for login cards. */
export function LoginCardsButton({ onPress }: { onPress: () => void }) {
  return (
    <Button
      variant="soft"
      icon={<IdCard aria-hidden />}
      className="max-sm:min-w-10 max-sm:border-transparent max-sm:bg-transparent max-sm:px-0! sm:max-xl:[&>svg]:hidden"
      onClick={onPress}
    >
      <span className="max-sm:sr-only">
        <Trans>Login Cards</Trans>
      </span>
    </Button>
  );
}

/** Dialog for login cards: of the class, or of one student. */
export function useLoginCards(classroom: Classroom, students: StudentStats[], selected: ReadonlySet<string>) {
  const { print, dialog } = usePrintLoginCards(classroom, students);
  const open = () => {
    print({ selected, who: selected.size > 0 ? 'selected' : 'everybody' });
  };
  const openFor = ({ id }: StudentStats) => {
    print({ selected: new Set([id]), who: 'only' });
  };
  const openForMissing = () => {
    print({ selected, who: 'without' });
  };
  return { open, openFor, openForMissing, dialog };
}
