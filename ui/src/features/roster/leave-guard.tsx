import { t } from '@lingui/core/macro';
import { useNavigate } from 'react-router';

import type { Classroom } from '@/api/types';
import { UnsavedChangesGuard } from '@/components/dialog/unsaved-changes-guard';

import type { Passwords } from './use-passwords';

type LeaveGuardProps = { classroom: Classroom; passwords: Passwords; unsaved: boolean; onForget: () => void };

/** Asks before the page is left: without the passwords of added students, else without adding the list (`unsaved`). */
export function LeaveGuard({ classroom, passwords: { kept }, unsaved, onForget }: LeaveGuardProps) {
  const navigate = useNavigate();
  const listTexts = {
    title: t`Leave without adding anybody?`,
    description: t`The list and your answers are forgotten.`,
  };
  const passwordsTexts = {
    title: t`Leave without the passwords?`,
    description: t`You haven’t downloaded or printed them. Once you leave, nobody can read them, only set new ones. Students with a login card don’t need them.`,
  };
  return (
    <UnsavedChangesGuard
      open={false}
      dirty={!kept || unsaved}
      texts={{ ...(kept ? listTexts : passwordsTexts), stay: t`Stay`, leave: t`Leave` }}
      onClose={() => undefined}
      onDiscard={() => {
        if (kept) onForget();
        // Replaces the page in the history: such a navigation doesn't ask again.
        else void navigate(`/teacher/class/${classroom.id}`, { replace: true });
      }}
    />
  );
}
