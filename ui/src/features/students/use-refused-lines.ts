import { useCallback, useState } from 'react';

import { type PastedList, readList, type RefusedLine } from './pasted-students';
import type { StudentFields } from './student-rows';

/** What one paste left over: its text stays until it is read or discarded. */
export type RefusedLines = {
  id: number;
  /** How many lines there were with the ones that were read. */
  all: number;
  lines: RefusedLine[];
  text: string;
};

let nextId = 1;

function leftOver({ students, refused, heading }: PastedList, id: number): RefusedLines[] {
  if (refused.length === 0) return [];
  const text = [...(heading === null ? [] : [heading]), ...refused.map((line) => line.text)].join('\n');
  return [{ id, all: students.length + refused.length, lines: refused, text }];
}

type Rows = {
  paste: (key: string, students: StudentFields[]) => void;
  append: (students: StudentFields[]) => void;
};

/** Pasted lists: what is sure goes into rows, and the lines that weren't put into fields are kept. */
export function useRefusedLines({ paste, append }: Rows) {
  const [pastes, setPastes] = useState<RefusedLines[]>([]);
  const pasteList = useCallback(
    (key: string, list: PastedList) => {
      paste(key, list.students);
      const left = leftOver(list, nextId++);
      setPastes((current) => [...current, ...left]);
    },
    [paste],
  );
  /** Reads a corrected text; what still isn't sure stays. */
  const read = (id: number, text: string) => {
    const list = readList(text);
    append(list.students);
    setPastes((current) => current.flatMap((each) => (each.id === id ? leftOver(list, id) : [each])));
  };
  const discard = (id: number) => {
    setPastes((current) => current.filter((each) => each.id !== id));
  };
  return { pasteList, refused: { pastes, read, discard } };
}
