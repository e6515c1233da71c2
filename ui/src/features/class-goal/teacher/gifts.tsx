import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { ClassGoalGift } from '@/api/types';
import { Avatar } from '@/components/avatar';
import { Card } from '@/components/card';
import { FoldArrow } from '@/components/fold-arrow';
import { SkeletonRows } from '@/components/skeleton';
import { formatPastTime } from '@/lib/format';
import { Amount } from '@/shared/amount';
import { QueryView } from '@/shared/query-view';

import { giftsQuery } from './queries';

function GiftRow({ studentName, amount, createdAt }: ClassGoalGift) {
  return (
    <li className="flex items-center gap-3 border-t border-line px-5 py-3">
      <Avatar name={studentName} />
      <div className="min-w-0 grow">
        <p className="font-mid wrap-anywhere">
          <bdi>{studentName}</bdi>
        </p>
        <p className="text-small text-ink-2">{formatPastTime(createdAt)}</p>
      </div>
      <Amount signed hideUnit value={amount} />
    </li>
  );
}

function GiftList({ classroomId, classGoalId }: GiftsProps) {
  return (
    <QueryView
      query={useQuery(giftsQuery(classroomId, classGoalId))}
      level={3}
      title={t`The gifts didn't load`}
      loading={t`Loading gifts...`}
      skeleton={<SkeletonRows rows={3} />}
      empty={
        <p className="border-t border-line px-5 py-4 text-ink-2">
          <Trans>Nobody has chipped in yet.</Trans>
        </p>
      }
    >
      {(gifts) => (
        <ul>
          {gifts.map((gift, index) => (
            <GiftRow key={`${gift.studentId} ${gifts.length - index}`} {...gift} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

type GiftsProps = { classroomId: string; classGoalId: string };

/** Who gave what, folded until it is opened: it isn't for the projector. */
export function Gifts(props: GiftsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card className="mt-4 overflow-clip">
      <details
        className="group"
        onToggle={(event) => {
          setIsOpen(event.currentTarget.open);
        }}
      >
        <summary className="flex min-h-13 cursor-pointer flex-wrap items-center justify-between gap-x-4 px-5 py-2">
          <span className="inline-flex items-center gap-1.5 font-mid">
            <FoldArrow />
            <Trans>Who chipped in</Trans>
          </span>
          <span className="text-small text-ink-2">
            <Trans>Only teachers of the class see names.</Trans>
          </span>
        </summary>
        {isOpen && <GiftList {...props} />}
      </details>
    </Card>
  );
}
