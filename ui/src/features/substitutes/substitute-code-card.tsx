import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';

import type { Classroom, Schemas } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { Loading, Skeleton } from '@/components/skeleton';
import { formatDay } from '@/lib/format';
import { HelpLink } from '@/shared/help-link';
import { QueryView } from '@/shared/query-view';

import { MadeCodeDialog } from './made-code-dialog';
import { useEndSubstituteCode, useMakeSubstituteCode } from './mutations';
import { substituteCodeQuery } from './queries';

type Code = Schemas['SubstituteCodeResponse'];
type OfClass = { classroom: Pick<Classroom, 'id' | 'name'> };

const dayOf = (iso: string) => formatDay(new Date(iso));

/** When the code was made, and when it was last used. */
function Facts({ code }: { code: Code }) {
  if (!code.active || code.madeAt === null)
    return (
      <p className="mt-3 text-small text-ink-2">
        <Trans>There is no code now, so nobody can stand in.</Trans>
      </p>
    );
  const made = dayOf(code.madeAt);
  const used = code.lastUsedAt === null ? null : dayOf(code.lastUsedAt);
  return (
    <p className="mt-3 text-small text-ink-2">
      {used === null ? (
        <Trans>Made on {made}, not used so far.</Trans>
      ) : (
        <Trans>
          Made on {made}, last used on {used}.
        </Trans>
      )}{' '}
      <Trans>The code can’t be shown again: a new code makes the old sheet void.</Trans>
    </p>
  );
}

/** Makes a code, after a question if there is one, and shows it with the sheet. */
function MakeButton({ classroom, replaces }: OfClass & { replaces: boolean }) {
  const make = useMakeSubstituteCode(classroom.id);
  const [isAsking, setIsAsking] = useState(false);
  const send = () => {
    make.mutate(undefined, {
      onSuccess: () => {
        setIsAsking(false);
      },
    });
  };
  return (
    <>
      <Button
        variant={replaces ? 'secondary' : 'primary'}
        icon={<Printer aria-hidden />}
        pending={make.isPending}
        pendingLabel={t`Making the code`}
        onClick={() => {
          if (replaces) setIsAsking(true);
          else send();
        }}
      >
        {replaces ? <Trans>Make a New Code</Trans> : <Trans>Make a Substitute Code</Trans>}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        tone="primary"
        title={t`Make a new code?`}
        description={t`The sheet in the folder is void then: print the new one and put it there. Who works as a substitute now goes on.`}
        confirmLabel={t`Make a New Code`}
        pendingLabel={t`Making the code`}
        pending={make.isPending}
        onConfirm={send}
      />
      <MadeCodeDialog className={classroom.name} code={make.data?.code ?? null} onDone={make.reset} />
    </>
  );
}

function EndButton({ classroom }: OfClass) {
  const end = useEndSubstituteCode(classroom.id);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        variant="danger-outline"
        onClick={() => {
          setIsAsking(true);
        }}
      >
        <Trans comment="Button: the substitute code">End It</Trans>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t`End the substitute code?`}
        description={t`Nobody can begin with it any more, and who works as a substitute now is signed out at once.`}
        confirmLabel={t`End the Code`}
        pendingLabel={t`Ending the code`}
        pending={end.isPending}
        onConfirm={() => {
          end.mutate(undefined, {
            onSuccess: () => {
              setIsAsking(false);
            },
          });
        }}
      />
    </>
  );
}

function LoadingFacts() {
  return (
    <Loading label={t`Loading the substitute code...`} className="mt-3">
      <Skeleton className="my-1 w-72" />
    </Loading>
  );
}

/** The standing code of the class for its substitutes: made, replaced, ended. */
export function SubstituteCodeCard({ classroom }: OfClass) {
  const code = useQuery(substituteCodeQuery(classroom.id));
  return (
    <Card as="section" aria-label={t`Substitute code`} className="px-5 py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <h2>
            <Trans>Substitute code</Trans>
          </h2>
          <p className="mt-1 max-w-160 text-ink-2">
            <Trans>
              For the substitute folder, so that somebody can stand in when you are sick. It works on this
              computer only, for this class only, until the end of the day.
            </Trans>
          </p>
        </div>
        {code.data && (
          <div className="flex flex-wrap gap-2">
            <MakeButton classroom={classroom} replaces={code.data.active} />
            {code.data.active && <EndButton classroom={classroom} />}
          </div>
        )}
      </div>
      <QueryView query={code} title={t`The substitute code didn't load`} skeleton={<LoadingFacts />}>
        {(code) => <Facts code={code} />}
      </QueryView>
      <HelpLink answer="a-substitute-comes" className="mt-2" />
    </Card>
  );
}
