import { t } from '@lingui/core/macro';

import type { Classroom } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';

import { ClassPicturesList } from './class-pictures-list';
import { SignInWays } from './sign-in-ways';

export type OpenPictureDialog = 'none' | 'sign-in' | 'pictures';

type PictureDialogsProps = {
  classroom: Classroom;
  open: OpenPictureDialog;
  onOpen: (dialog: OpenPictureDialog) => void;
};

/** How the students of a class sign in, and their pictures. */
export default function PictureDialogs({ classroom, open, onOpen }: PictureDialogsProps) {
  const { name } = classroom;
  const close = () => {
    onOpen('none');
  };
  return (
    <>
      <Dialog
        open={open === 'sign-in'}
        onOpenChange={close}
        title={t`How Students Sign In`}
        description={<bdi>{name}</bdi>}
      >
        <SignInWays
          classroom={classroom}
          onShowPictures={() => {
            onOpen('pictures');
          }}
        />
      </Dialog>
      <Dialog
        open={open === 'pictures'}
        onOpenChange={close}
        size="full"
        title={t`Pictures of ${name}`}
        description={t`Don’t show this on the projector.`}
      >
        <ClassPicturesList classroom={classroom} />
      </Dialog>
    </>
  );
}
