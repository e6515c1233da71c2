import { useEffect, useEffectEvent, useState } from 'react';

function firstFile(data: DataTransfer | null): File | undefined {
  return data?.files[0];
}

/**
 * Handles files pasted or dropped anywhere on the page; otherwise the browser would navigate to a dropped file. Returns
 * whether a file is being dragged.
 */
export function useFileDropAndPaste(onFile: (file: File) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const handleFile = useEffectEvent(onFile);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = firstFile(event.clipboardData);
      // Copied text often includes an image; prefer the text.
      if (!file || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      handleFile(file);
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
      handleFile(file);
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
