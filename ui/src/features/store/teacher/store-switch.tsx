import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { DoorClosed } from 'lucide-react';

import type { Classroom } from '@/api/types';
import { Switch } from '@/components/switch';
import { classNames } from '@/lib/class-names';

import { useSetStoreOpen } from '../mutations';

/** Opens and closes the store of a class. */
export function StoreSwitch({ classroom }: { classroom: Pick<Classroom, 'id' | 'storeOpen'> }) {
  const { mutate, isPending } = useSetStoreOpen(classroom.id);
  const { storeOpen } = classroom;
  return (
    <div
      className={classNames(
        'mb-5 flex items-start gap-3 rounded-card px-4 py-3 sm:px-5',
        storeOpen ? 'border border-line bg-surface' : 'bg-gold-soft text-gold-ink',
      )}
    >
      {!storeOpen && <DoorClosed aria-hidden className="mt-0.5 size-5 shrink-0" />}
      <div className="min-w-0 grow">
        <Switch
          label={<Trans>Store open</Trans>}
          hint={
            storeOpen
              ? t`Students can buy. Closed, they only see the items.`
              : t`The store is closed. Students see the items, but can't buy. Hand out and cancel as before.`
          }
          checked={storeOpen}
          pending={isPending}
          onCheckedChange={(open) => {
            mutate(open);
          }}
        />
      </div>
    </div>
  );
}
