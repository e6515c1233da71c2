import { t } from '@lingui/core/macro';

import type { Schemas } from '@/api/types';
import { Button } from '@/components/button';
import { Amount } from '@/shared/amount';
import { UnconfirmedSendAlert } from '@/shared/unconfirmed-send-alert';

import { useAward } from './mutations';

type RecentAward = Schemas['RecentAwardResponse'];

const isSame = (one: RecentAward, other: RecentAward | undefined) =>
  one.amount === other?.amount && one.reason === other.reason;

type ChipProps = { award: RecentAward; pending: boolean; onPress: () => void };

/** "+5 Helped a friend". */
function Chip({ award: { amount, reason }, pending, onPress }: ChipProps) {
  return (
    <Button
      title={reason}
      pending={pending}
      onClick={onPress}
      className="min-h-10! min-w-0 gap-1.5! px-2! max-xl:max-w-[calc((100%-1rem)/3)] max-sm:min-h-12! max-sm:max-w-[75vw] max-sm:shrink-0 sm:text-small!"
    >
      <Amount signed hideUnit value={amount} />{' '}
      <span className="truncate">
        <bdi>{reason}</bdi>
      </span>
    </Button>
  );
}

type QuickAwardsProps = {
  classroomId: string;
  recent: RecentAward[];
  /** The selected students. */
  studentIds: string[];
  onAwarded: (studentIds: string[]) => void;
  /** Called when *Undo* has taken the award back. */
  onTakenBack: (studentIds: string[]) => void;
};

/** The teacher's recent awards, which one press gives to the selected students. */
export function QuickAwards({ classroomId, recent, studentIds, onAwarded, onTakenBack }: QuickAwardsProps) {
  // A toast tells of every failure, since there is no form.
  const award = useAward(classroomId, { toasts: () => true, onTakenBack });
  // The advice to try again holds only for the same students.
  const isUnchanged = award.variables?.studentIds.join() === studentIds.join();
  const give = ({ amount, reason }: RecentAward) => {
    if (award.isPending) return;
    const onSuccess = () => {
      onAwarded(studentIds);
    };
    award.mutate({ classroomId, studentIds, amount, reason }, { onSuccess });
  };
  return (
    <>
      <div
        role="group"
        aria-label={t`Award again`}
        className="relative flex w-full gap-2 sm:max-xl:flex-wrap max-sm:-mx-4 max-sm:-my-1 max-sm:w-[calc(100%+2rem)] max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1"
      >
        {recent.map((each) => (
          <Chip
            key={`${each.amount} ${each.reason}`}
            award={each}
            pending={award.isPending && isSame(each, award.variables)}
            onPress={() => {
              give(each);
            }}
          />
        ))}
      </div>
      <div className="w-full empty:hidden">
        <UnconfirmedSendAlert error={isUnchanged ? award.error : null} unconfirmed="award" />
      </div>
    </>
  );
}
