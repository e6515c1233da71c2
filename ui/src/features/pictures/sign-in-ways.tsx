import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Images, TriangleAlert } from 'lucide-react';

import type { Classroom } from '@/api/types';
import { Button } from '@/components/button';
import { DialogClose } from '@/components/dialog/dialog';
import { Skeleton } from '@/components/skeleton';
import { Switch } from '@/components/switch';
import { QueryView } from '@/shared/query-view';

import { useSwitchPictures } from './mutations';
import { classPicturesQuery } from './queries';

function PictureSwitch({ classroom, on }: { classroom: Classroom; on: boolean }) {
  const { mutate, isPending, variables } = useSwitchPictures(classroom.id);
  return (
    <>
      <Switch
        label={t`Pictures`}
        hint={t`For children who don’t read yet: they tap their first name, then three pictures. Works only in this classroom’s network.`}
        checked={isPending ? variables : on}
        pending={isPending}
        onCheckedChange={mutate}
      />
      <p className="mt-4 flex gap-3 rounded-control bg-gold-soft px-4 py-3 text-gold-ink [&>svg]:mt-0.5 [&>svg]:size-5">
        <TriangleAlert aria-hidden />
        <Trans>
          Pictures are easier to guess than a password, and everybody in the network who knows the class code
          sees the first names. Leave this off for older children.
        </Trans>
      </p>
      {on && (
        <p className="mt-4 text-small text-ink-2">
          <Trans>
            On each device, scan the code on the page Connect students once, or sign in once with the class
            code. From then on it asks “Who are you?”
          </Trans>
        </p>
      )}
    </>
  );
}

type SignInWaysProps = { classroom: Classroom; onShowPictures: () => void };

/** Switches of the ways in which the students of a class can sign in. */
export function SignInWays({ classroom, onShowPictures }: SignInWaysProps) {
  const pictures = useQuery(classPicturesQuery(classroom.id));
  return (
    <>
      <div className="mt-5">
        <QueryView
          query={pictures}
          title={t`The switch didn't load`}
          loading={t`Loading...`}
          skeleton={<Skeleton className="h-32" />}
        >
          {({ on }) => <PictureSwitch classroom={classroom} on={on} />}
        </QueryView>
      </div>
      <div className="mt-4 border-t border-line pt-4">
        <Switch
          label={t`Username, password and class code`}
          hint={t`Always on, so that nobody is locked out.`}
          checked
          disabled
          onCheckedChange={() => undefined}
        />
      </div>
      <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        {pictures.data?.on && (
          <Button icon={<Images aria-hidden />} onClick={onShowPictures}>
            <Trans>See Everybody’s Pictures</Trans>
          </Button>
        )}
        <DialogClose>
          <Button variant="primary">
            <Trans>Done</Trans>
          </Button>
        </DialogClose>
      </div>
    </>
  );
}
