import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Keyboard } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import { isStatus, outageOf } from '@/api/api-error';
import { useOnReconnect } from '@/api/use-on-reconnect';
import { deviceClass } from '@/auth/device-class';
import { Button } from '@/components/button';
import { BrokenLinkArt } from '@/components/illustrations/broken-link';
import { LoadingScreen } from '@/components/loading-screen';
import { QueryError } from '@/shared/query-error';

import { Frame, Message } from './frame';
import { NameTiles } from './name-tiles';
import { PictureChoice } from './picture-choice';
import { namesQuery, type StudentName } from './queries';

function Offline() {
  return (
    <Message art={<BrokenLinkArt />}>
      <h1 className="mt-2 text-lead">
        <Trans>Can&apos;t reach the class computer</Trans>
      </h1>
      <p className="mt-1 text-ink-2">
        <Trans>Trying again... Your teacher can help.</Trans>
      </p>
    </Message>
  );
}

function UseUsername({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="ghost" icon={<Keyboard aria-hidden />} onClick={onPress}>
      <span className="max-sm:sr-only">
        <Trans>Use My Username</Trans>
      </span>
      <span aria-hidden className="sm:hidden">
        <Trans context="short button">Username</Trans>
      </span>
    </Button>
  );
}

type WhoAreYouProps = {
  classCode: string;
  note: string | undefined;
  onUseUsername: () => void;
  onGone: () => void;
};

/** The students' names; then the pictures of the one who was chosen. */
export function WhoAreYou({ classCode, note, onUseUsername, onGone }: WhoAreYouProps) {
  const names = useQuery(namesQuery(classCode));
  const [student, setStudent] = useState<StudentName | null>(null);
  const [last, setLast] = useState<StudentName | null>(null);
  useOnReconnect(() => void names.refetch());
  const leave = useEffectEvent(onGone);
  const isGone = isStatus(names.error, 401);
  useEffect(() => {
    if (isGone) leave();
    else if (names.isSuccess) deviceClass.confirmPictures();
  }, [isGone, names.isSuccess]);
  if (student) {
    return (
      <PictureChoice
        classCode={classCode}
        student={student}
        onBack={() => {
          setStudent(null);
        }}
        onGone={onGone}
      />
    );
  }
  if (names.isPending || isGone) return <LoadingScreen />;
  return (
    <Frame end={<UseUsername onPress={onUseUsername} />}>
      {names.data ? (
        <NameTiles
          names={names.data}
          note={note}
          focused={last?.studentId}
          onChoose={(chosen) => {
            setStudent(chosen);
            setLast(chosen);
          }}
        />
      ) : outageOf(names.error) === null ? (
        <QueryError title={t`The names didn't load`} query={names} level={1} />
      ) : (
        <Offline />
      )}
    </Frame>
  );
}
