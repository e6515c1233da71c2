import { useEffect, useEffectEvent, useState } from 'react';

import type { Goal } from '@/api/types';

import { proofDraftOf } from './proof-draft';
import { usePhoto } from './use-photo';

/** Text and photo of a goal's proof, saved as they change; it begins with what was saved for the goal. */
export function useProofDraft({ id: goalId, studentId }: Pick<Goal, 'id' | 'studentId'>) {
  const [draft] = useState(() => proofDraftOf(studentId));
  const [saved] = useState(() => draft.read(goalId));
  const [text, setText] = useState(saved.text);
  const { photo, choose, remove } = usePhoto();
  const restorePhoto = useEffectEvent(() => {
    if (saved.photo) void choose(saved.photo);
  });
  useEffect(() => {
    restorePhoto();
  }, []);
  return {
    saved,
    text,
    photo,
    changeText: (next: string) => {
      setText(next);
      draft.write(goalId, next);
    },
    choose: (file: File) => {
      void draft.writePhoto(goalId, file.name, choose(file));
    },
    /** Marks the saved proof as being sent, or no longer. */
    changeSending: (sending: boolean) => {
      draft.write(goalId, text, { sending, withPhoto: photo !== null });
    },
    remove: () => {
      remove();
      draft.removePhoto();
    },
  };
}
