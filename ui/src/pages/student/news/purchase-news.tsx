import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Gift, Undo2 } from 'lucide-react';

import type { Purchase } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { purchasesOfStudentQuery } from '@/features/purchases/student/queries';
import { TeacherNote } from '@/features/submissions/student/teacher-note';
import { type Unseen, useUnseen } from '@/hooks/use-unseen';
import { createSeenStore } from '@/lib/seen-store';
import { SpokenNotice } from '@/shared/read-aloud/spoken-notice';

import type { NewsSource } from './news-source';

/** Maximum number of listed entries. */
const MAX_NAMED = 5;

type NoticeProps = { purchases: Purchase[]; onDismiss: () => void };

function MoreItems({ of: { length } }: { of: Purchase[] }) {
  const more = length - MAX_NAMED;
  if (more <= 0) return null;
  return (
    <li>
      <Trans>and {more} more</Trans>
    </li>
  );
}

function FulfilledNotice({ purchases, onDismiss }: NoticeProps) {
  const [first] = purchases;
  if (!first) return null;
  const icon = <Gift aria-hidden />;
  const count = purchases.length;
  if (count === 1) {
    const { itemName, goalbucksCost } = first;
    const title = (
      <Trans>
        Your teacher gave you &ldquo;<bdi>{itemName}</bdi>&rdquo;
      </Trans>
    );
    return (
      <SpokenNotice icon={icon} title={title} onDismiss={onDismiss}>
        <p className="text-ink-2">
          <Plural
            value={goalbucksCost}
            one="You paid # GoalBuck for it."
            other="You paid # GoalBucks for it."
          />
        </p>
      </SpokenNotice>
    );
  }
  return (
    <SpokenNotice
      icon={icon}
      title={t`Your teacher gave you ${count} things that you bought`}
      onDismiss={onDismiss}
    >
      <ul>
        {purchases.slice(0, MAX_NAMED).map(({ id, itemName, goalbucksCost }) => (
          <li key={id} className="wrap-anywhere">
            <Trans>
              <bdi>{itemName}</bdi> (<Plural value={goalbucksCost} one="# GoalBuck" other="# GoalBucks" />)
            </Trans>
          </li>
        ))}
        <MoreItems of={purchases} />
      </ul>
    </SpokenNotice>
  );
}

function CancelledNotice({ purchases, onDismiss }: NoticeProps) {
  if (purchases.length === 0) return null;
  const total = purchases.reduce((sum, { goalbucksCost }) => sum + goalbucksCost, 0);
  return (
    <SpokenNotice
      icon={<Undo2 aria-hidden className="mirror-rtl" />}
      title={plural(total, { one: 'You got # GoalBuck back', other: 'You got # GoalBucks back' })}
      onDismiss={onDismiss}
    >
      <ul>
        {purchases.slice(0, MAX_NAMED).map(({ id, itemName, cancelReason }) => (
          <li key={id} className="wrap-anywhere not-last:mb-2">
            <Trans>
              &ldquo;<bdi>{itemName}</bdi>&rdquo; was cancelled.
            </Trans>
            {cancelReason !== null && <TeacherNote comment={cancelReason} />}
          </li>
        ))}
        <MoreItems of={purchases} />
      </ul>
    </SpokenNotice>
  );
}

function PurchaseNotices({ unseen, dismiss }: Unseen<Purchase>) {
  const propsFor = (status: Purchase['status']) => {
    const purchases = unseen.filter((purchase) => purchase.status === status);
    return {
      purchases,
      onDismiss: () => {
        dismiss(purchases);
      },
    };
  };
  return (
    <>
      <FulfilledNotice {...propsFor('fulfilled')} />
      <CancelledNotice {...propsFor('cancelled')} />
    </>
  );
}

/** Time at which a purchase was fulfilled or cancelled. */
const processedAt = ({ fulfilledAt, cancelledAt }: Purchase) => fulfilledAt ?? cancelledAt;

const seenPurchases = createSeenStore<Purchase>('seen_purchases', {
  getId: (purchase) => `${purchase.id} ${processedAt(purchase) ?? ''}`,
  getTime: processedAt,
});

/** Fulfilled and cancelled purchases. */
export function usePurchaseNews(enabled: boolean): NewsSource {
  const { id } = useStudent();
  const { data } = useInfiniteQuery({ ...purchasesOfStudentQuery(id), enabled });
  const purchases = useUnseen({
    personId: id,
    store: seenPurchases,
    rows: data?.pages[0]?.rows.filter((purchase) => processedAt(purchase) !== null),
  });
  return {
    ids: purchases.unseen.map((purchase) => purchase.id),
    notices: <PurchaseNotices {...purchases} />,
  };
}
