import { useEffect, useRef, useState } from 'react';

import { type PreparedPhoto, shrinkPhoto } from './shrink-photo';

export type Photo = {
  name: string;
  /** Its image in the end, for whoever can wait. */
  prepared: Promise<PreparedPhoto>;
  /** Undefined while it is being made ready, null when this browser can't show it. */
  preview: string | null | undefined;
};

/** The photo of a proof: from the file that was chosen to what is sent and shown. */
export function usePhoto() {
  const [photo, setPhoto] = useState<Photo | null>(null);
  const newest = useRef(0);
  const preview = photo?.preview;
  useEffect(
    () => () => {
      if (preview) URL.revokeObjectURL(preview);
    },
    [preview],
  );
  // Gone before its image was ready: nobody would let go of the address made for it.
  useEffect(
    () => () => {
      newest.current += 1;
    },
    [],
  );
  const choose = (file: File) => {
    const number = ++newest.current;
    const prepared = shrinkPhoto(file);
    setPhoto({ name: file.name, prepared, preview: undefined });
    void prepared.then((ready) => {
      // Another one was chosen, or this one removed, meanwhile.
      if (number !== newest.current) return;
      const shown = ready.preview && URL.createObjectURL(ready.preview);
      setPhoto({ name: file.name, prepared, preview: shown });
    });
    return prepared;
  };
  const remove = () => {
    newest.current += 1;
    setPhoto(null);
  };
  return { photo, choose, remove };
}
