import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowLeft, Hand } from 'lucide-react';
import { useState } from 'react';

import { ApiError, isCode, NetworkError } from '@/api/api-error';
import { Button } from '@/components/button';
import { Brand } from '@/components/illustrations/brand';
import { useAutoFocus } from '@/hooks/use-auto-focus';

import { Frame, Message } from './frame';
import { Letter } from './name-tiles';
import { ChosenPictures, PictureGrid } from './picture-grid';
import type { Picture, StudentName } from './queries';
import { usePictureSignIn } from './use-picture-sign-in';

const COUNT = 3;

type LockedProps = {
  name: string;
  /** Whether the device is stopped, rather than the pictures of this student. */
  isDevice: boolean;
};

function Locked({ name, isDevice }: LockedProps) {
  const heading = useAutoFocus<HTMLHeadingElement>();
  return (
    <Message
      art={
        <span className="grid size-22 place-items-center rounded-card bg-brand-soft text-brand-ink">
          <Hand aria-hidden className="size-12" />
        </span>
      }
    >
      <h1 ref={heading} tabIndex={-1} className="mt-4 outline-none">
        <Trans>Ask your teacher</Trans>
      </h1>
      <p role="alert" className="mt-1 text-ink-2 wrap-anywhere">
        {isDevice ? (
          <Trans>Too many wrong pictures were tried on this device.</Trans>
        ) : (
          <Trans>
            The pictures of <bdi>{name}</bdi> are locked after too many tries.
          </Trans>
        )}
      </p>
      <p className="mx-auto mt-4 max-w-72 text-small text-ink-2 wrap-anywhere">
        {isDevice ? (
          <Trans>
            For the teacher: in the class open How Students Sign In, then See Everybody’s Pictures, and choose
            Unlock All.
          </Trans>
        ) : (
          <Trans>
            For the teacher: in the class open the menu of <bdi>{name}</bdi> and choose Unlock Sign-In. The
            pictures are under How Students Sign In.
          </Trans>
        )}
      </p>
    </Message>
  );
}

function describe(error: Error): string {
  const sentence = error instanceof ApiError || error instanceof NetworkError ? error.error : undefined;
  return sentence ?? t`Login failed`;
}

/** The pictures that were chosen so far; the third one signs in. A rejected choice stays visible until the next tap. */
function useChoice(classCode: string, studentId: string, onGone: () => void) {
  const [chosen, setChosen] = useState<readonly Picture[]>([]);
  const { mutate, reset, isPending, error } = usePictureSignIn();
  const change = (next: Picture[]) => {
    if (error) reset();
    setChosen(next);
    if (next.length < COUNT) return;
    mutate(
      { classCode, studentId, pictures: next },
      {
        onError: (refused) => {
          if (isCode(refused, 'no_picture_sign_in')) onGone();
        },
      },
    );
  };
  return {
    chosen,
    error,
    choose: (picture: Picture) => {
      const before = chosen.length === COUNT ? [] : chosen;
      if (!isPending && !before.includes(picture)) change([...before, picture]);
    },
    takeBack: () => {
      if (!isPending && chosen.length > 0) change(chosen.slice(0, -1));
    },
  };
}

function Heading({ name }: { name: string }) {
  const heading = useAutoFocus<HTMLHeadingElement>();
  return (
    <div className="flex items-center justify-center gap-4">
      <Letter name={name} className="size-14 max-sm:hidden" />
      <h1
        ref={heading}
        tabIndex={-1}
        className="min-w-0 text-center text-display outline-none wrap-anywhere max-sm:text-title"
      >
        <Trans>
          <bdi>{name}</bdi>, tap your 3 pictures
        </Trans>
      </h1>
    </div>
  );
}

type PictureChoiceProps = {
  classCode: string;
  student: StudentName;
  onBack: () => void;
  onGone: () => void;
};

/** The twelve pictures, of which a student taps three. */
export function PictureChoice({ classCode, student, onBack, onGone }: PictureChoiceProps) {
  const { studentId, label } = student;
  const { chosen, error, choose, takeBack } = useChoice(classCode, studentId, onGone);
  const isStopped = isCode(error, 'pictures_stopped');
  return (
    <Frame
      start={
        <Button variant="ghost" icon={<ArrowLeft aria-hidden className="mirror-rtl" />} onClick={onBack}>
          <Trans>Not me</Trans>
        </Button>
      }
      end={
        <div className="max-sm:hidden">
          <Brand />
        </div>
      }
    >
      {isStopped || isCode(error, 'pictures_locked') ? (
        <Locked name={label} isDevice={isStopped} />
      ) : (
        <>
          <Heading name={label} />
          <ChosenPictures chosen={chosen} count={COUNT} refused={error !== null} onTakeBack={takeBack} />
          <p role="alert" className="mt-3 text-center text-lead font-mid text-denied-ink empty:hidden">
            {error && describe(error)}
          </p>
          <PictureGrid chosen={error ? [] : chosen} onChoose={choose} onTakeBack={takeBack} />
        </>
      )}
    </Frame>
  );
}
