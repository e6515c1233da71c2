import { Trans } from '@lingui/react/macro';
import { Images } from 'lucide-react';
import { Suspense, useState } from 'react';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import { isSchoolServer } from '@/api/server-kind';
import type { Classroom } from '@/api/types';
import { MenuItem } from '@/components/menu';

import type { OpenPictureDialog } from './picture-dialogs';

const PictureDialogs = lazyWhenReachable(() => import('./picture-dialogs'));

/** The menu item of the dialogs about a class's sign-in, and the dialogs; nothing on a school's server. */
export function usePictureDialogs(classroom: Classroom) {
  const [open, setOpen] = useState<OpenPictureDialog>('none');
  // Loaded at the first use, and kept for the animation of closing.
  const [used, setUsed] = useState(false);
  return {
    item: !isSchoolServer() && (
      <MenuItem
        icon={<Images aria-hidden />}
        onSelect={() => {
          setUsed(true);
          setOpen('sign-in');
        }}
      >
        <Trans>How Students Sign In</Trans>
      </MenuItem>
    ),
    dialogs: used && (
      <Suspense fallback={null}>
        <PictureDialogs classroom={classroom} open={open} onOpen={setOpen} />
      </Suspense>
    ),
  };
}
