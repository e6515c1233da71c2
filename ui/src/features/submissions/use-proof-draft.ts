import { useEffect, useEffectEvent, useState } from 'react';

import { proofDraft } from './proof-draft';
import { usePhoto } from './use-photo';

/** Text and photo of a goal's proof, saved as they change; it begins with what was saved for the goal. */
export function useProofDraft(goalId: string) {
  const [saved] = useState(() => proofDraft.read(goalId));
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
      proofDraft.write(goalId, next);
    },
    choose: (file: File) => {
      void proofDraft.writePhoto(goalId, file.name, choose(file));
    },
    remove: () => {
      remove();
      proofDraft.removePhoto();
    },
  };
}
