import { useEffect, useRef, useState } from 'react';

import { type PreparedPhoto, shrinkPhoto } from './shrink-photo';

export type Photo = {
  name: string;
  /** Resolves to the resized image. */
  prepared: Promise<PreparedPhoto>;
  /** Undefined while preparing, null if the browser can't show it. */
  preview: string | null | undefined;
};

/** State of a proof's photo: chosen file, upload and preview. */
export function usePhoto() {
  const [photo, setPhoto] = useState<Photo | null>(null);
  const latest = useRef(0);
  const preview = photo?.preview;
  useEffect(
    () => () => {
      if (preview) URL.revokeObjectURL(preview);
    },
    [preview],
  );
  // Invalidate pending work on unmount, else its object URL would leak.
  useEffect(
    () => () => {
      latest.current += 1;
    },
    [],
  );
  const choose = (file: File) => {
    const number = ++latest.current;
    const prepared = shrinkPhoto(file);
    setPhoto({ name: file.name, prepared, preview: undefined });
    void prepared.then((ready) => {
      // Outdated: replaced or removed meanwhile.
      if (number !== latest.current) return;
      const shown = ready.preview && URL.createObjectURL(ready.preview);
      setPhoto({ name: file.name, prepared, preview: shown });
    });
    return prepared;
  };
  const remove = () => {
    latest.current += 1;
    setPhoto(null);
  };
  return { photo, choose, remove };
}
