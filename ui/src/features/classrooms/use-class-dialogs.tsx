import { useState } from 'react';

import type { Classroom } from '@/api/types';

import { EditClassDialog } from './edit-class-dialog';
import { NewClassCodeDialog } from './new-class-code-dialog';

/** Edit and new-code dialogs of a class, with functions that open them. */
export function useClassDialogs(classroom: Classroom) {
  const [open, setOpen] = useState<'none' | 'edit' | 'new-code'>('none');
  const close = () => {
    setOpen('none');
  };
  return {
    edit: () => {
      setOpen('edit');
    },
    renewCode: () => {
      setOpen('new-code');
    },
    dialogs: (
      <>
        <EditClassDialog classroom={classroom} open={open === 'edit'} onClose={close} />
        <NewClassCodeDialog classroom={classroom} open={open === 'new-code'} onClose={close} />
      </>
    ),
  };
}
