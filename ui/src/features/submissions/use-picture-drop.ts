import { useEffect, useEffectEvent, useState } from 'react';

function firstFile(data: DataTransfer | null): File | undefined {
  return data?.files[0];
}

/**
 * Takes a file that is pasted or dropped anywhere on the page. A drop beside the dialog must be caught too: the browser
 * would leave the page to show the file. Returns whether one is being dragged over the page.
 */
export function usePictureDrop(take: (file: File) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const took = useEffectEvent(take);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = firstFile(event.clipboardData);
      // Copied words often carry their picture along; the words are meant.
      if (!file || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      took(file);
    };
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      setDragging(false);
      const file = firstFile(event.dataTransfer);
      if (!file) return;
      event.preventDefault();
      took(file);
    };
    addEventListener('paste', paste);
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('paste', paste);
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return dragging;
}
