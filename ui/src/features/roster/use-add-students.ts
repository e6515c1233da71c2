import { useEffect, useEffectEvent } from 'react';

import { outageOf } from '@/api/api-error';
import type { Classroom } from '@/api/types';

import type { ImportOutcome } from './import-done';
import { serverErrorsOf, useImport } from './use-import';
import type { RosterList } from './use-roster-list';

/** `unconfirmed`: the last response was lost, so it is unknown whether the students were added. */
export type Sending = 'idle' | 'adding' | 'unconfirmed';

export type AddStudentsOptions = {
  classroom: Classroom;
  list: RosterList;
  onDone: (outcome: ImportOutcome) => void;
  /** Called instead of adding while the letters of the names are in question. */
  onLettersAsked: () => void;
  /** Called when the request is sent, and when it has ended. */
  onSending: (sending: Sending) => void;
};

/** Adds the rows that are ready, with the button (`add`) or Ctrl+Enter. `count` is their number. */
export function useAddStudents({ classroom, list, onDone, onLettersAsked, onSending }: AddStudentsOptions) {
  const { send, state, error, reset } = useImport(classroom.id);
  const ready = list.rows.filter(({ status }) => status === 'ready');
  const add = () => {
    if (ready.length === 0 || state === 'adding' || list.reading) return;
    if (list.letters.askedEncoding !== null) {
      onLettersAsked();
      return;
    }
    onSending('adding');
    send(ready, {
      onSuccess: (result) => {
        list.dispatch({ type: 'remove', keys: new Set(ready.map(({ key }) => key)) });
        onDone({ result, sent: ready });
      },
      onError: (failure) => {
        list.dispatch({ type: 'refuse', serverErrors: serverErrorsOf(failure, ready) });
      },
      onSettled: (_result, failure) => {
        onSending(outageOf(failure) === null ? 'idle' : 'unconfirmed');
      },
    });
  };
  const onKeydown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    const isInDialog = event.target instanceof Element && event.target.closest('[role=alertdialog]');
    if (isInDialog) return;
    event.preventDefault();
    add();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeydown);
    return () => {
      document.removeEventListener('keydown', onKeydown);
    };
  }, []);
  return { add, state, error, reset, count: ready.length };
}
