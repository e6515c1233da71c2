import { useState } from 'react';

import type { Goal } from '@/api/types';

import { createProofDraft } from './proof-draft';
import { usePhoto } from './use-photo';

/** Draft of a goal's proof, saved on every change. Its text is restored at once, its photo by `restorePhoto`. */
export function useProofDraft({ id: goalId, studentId }: Pick<Goal, 'id' | 'studentId'>) {
  const [draft] = useState(() => createProofDraft(studentId));
  const [saved] = useState(() => draft.read(goalId));
  const [text, setText] = useState(saved.text);
  const { photo, choose, remove } = usePhoto();
  return {
    saved,
    text,
    photo,
    restorePhoto: () => (saved.photo ? choose(saved.photo) : null),
    setDraftText: (next: string) => {
      setText(next);
      draft.write(goalId, next);
    },
    choose: (file: File) => {
      void draft.writePhoto(goalId, file.name, choose(file));
    },
    /** Marks the draft as being uploaded or not. */
    setSending: (sending: boolean) => {
      draft.write(goalId, text, { sending, withPhoto: photo !== null });
    },
    remove: () => {
      remove();
      draft.removePhoto();
    },
  };
}
