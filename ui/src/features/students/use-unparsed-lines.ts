import { useCallback, useState } from 'react';

import { type PastedList, parseList, type UnparsedLine } from './pasted-students';
import type { StudentFields } from './student-rows';

/** Lines of one paste that couldn't be parsed yet. */
export type UnparsedPaste = {
  id: number;
  /** Total number of pasted lines. */
  all: number;
  lines: UnparsedLine[];
  text: string;
};

let nextId = 1;

function unparsedOf({ students, unparsed, heading }: PastedList, id: number): UnparsedPaste[] {
  if (unparsed.length === 0) return [];
  const text = [...(heading === null ? [] : [heading]), ...unparsed.map((line) => line.text)].join('\n');
  return [{ id, all: students.length + unparsed.length, lines: unparsed, text }];
}

type Rows = {
  paste: (key: string, students: StudentFields[]) => void;
  append: (students: StudentFields[]) => void;
};

/** Handles pasted lists: inserts parsed students and keeps the other lines. */
export function useUnparsedLines({ paste, append }: Rows) {
  const [pastes, setPastes] = useState<UnparsedPaste[]>([]);
  const pasteList = useCallback(
    (key: string, list: PastedList) => {
      paste(key, list.students);
      const left = unparsedOf(list, nextId++);
      setPastes((current) => [...current, ...left]);
    },
    [paste],
  );
  /** Parses a corrected text; unparsed lines stay. */
  const read = (id: number, text: string) => {
    const list = parseList(text);
    append(list.students);
    setPastes((current) => current.flatMap((each) => (each.id === id ? unparsedOf(list, id) : [each])));
  };
  const discard = (id: number) => {
    setPastes((current) => current.filter((each) => each.id !== id));
  };
  return { pasteList, refused: { pastes, read, discard } };
}
