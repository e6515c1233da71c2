import { useEffect, useEffectEvent, useState } from 'react';

function filesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])];
}

/**
 * Handles files pasted or dropped anywhere on the page; otherwise the browser would navigate to a dropped file. Returns
 * whether a file is being dragged.
 */
export function useFileDropAndPaste(onFiles: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const handleFiles = useEffectEvent(onFiles);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData);
      // Copied text often includes an image; prefer the text.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      handleFiles(files);
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
      const files = filesOf(event.dataTransfer);
      if (files.length === 0) return;
      event.preventDefault();
      handleFiles(files);
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
