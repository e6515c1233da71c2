import { useMemo, useReducer, useState } from 'react';

import type { RosterPreview } from '@/api/types';

import { type ListSource, type ReadOptions, type ReadRequest, useReadList } from './mutations';
import { judgeRows, rowsReducer } from './roster-rows';
import { useLettersQuestion } from './use-letters-question';

/** The list that the teacher has given: how it was read, and its rows with the answers. */
export function useRosterList(classroomId: string) {
  const [preview, setPreview] = useState<RosterPreview | null>(null);
  const [options, setOptions] = useState<ReadOptions>({});
  const [readings, setReadings] = useState(0);
  const [rows, dispatch] = useReducer(rowsReducer, []);
  const { mutate, variables, isPending, error, reset } = useReadList(classroomId);
  const letters = useLettersQuestion(preview);
  const judged = useMemo(() => judgeRows(rows), [rows]);

  const request = (next: ReadRequest) => {
    mutate(next, {
      onSuccess: (read) => {
        setPreview(read);
        setOptions(next.options);
        if (read.encodingUncertain && 'files' in next.source) letters.doubt();
        setReadings((count) => count + 1);
        dispatch({ type: 'read', rows: read.rows });
      },
    });
  };
  const read = (source: ListSource) => {
    letters.reset();
    request({ source, options: {} });
  };
  const readAgain = (changed: ReadOptions) => {
    if (variables) request({ ...variables, options: changed });
  };
  const retry = () => {
    if (variables) request(variables);
  };
  const forget = () => {
    setPreview(null);
    dispatch({ type: 'read', rows: [] });
    reset();
  };
  return {
    /** How the list was read; null before. */
    preview,
    /** Changes with each reading. */
    readings,
    rows: judged,
    dispatch,
    source: variables?.source ?? null,
    /** The settings with which it was read. */
    options,
    letters,
    reading: isPending,
    failure: error,
    read,
    readAgain,
    retry,
    forget,
  };
}

export type RosterList = ReturnType<typeof useRosterList>;
