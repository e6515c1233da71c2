import { Gift, Undo2 } from 'lucide-react';

import type { Purchase } from '@/api/types';
import { Notice } from '@/components/notice';
import { TeacherNote } from '@/features/submissions/teacher-note';
import type { Unseen } from '@/hooks/use-unseen';
import { formatNumber } from '@/lib/format';
import { amountUnit } from '@/shared/amount-unit';

/** Maximum number of listed entries. */
const MAX_NAMED = 5;

type NoticeProps = { purchases: Purchase[]; onDismiss: () => void };

const formatGoalbucks = (amount: number) => `${formatNumber(amount)} ${amountUnit(amount)}`;

function MoreItems({ of: { length } }: { of: Purchase[] }) {
  return length > MAX_NAMED && <li>and {length - MAX_NAMED} more</li>;
}

function FulfilledNotice({ purchases, onDismiss }: NoticeProps) {
  const [first] = purchases;
  if (!first) return null;
  const icon = <Gift aria-hidden />;
  if (purchases.length === 1) {
    const title = (
      <>
        Your teacher handed out your &ldquo;<bdi>{first.itemName}</bdi>&rdquo;
      </>
    );
    return (
      <Notice icon={icon} title={title} onDismiss={onDismiss}>
        <p className="text-ink-2">You paid {formatGoalbucks(first.goalbucksCost)} for it.</p>
      </Notice>
    );
  }
  return (
    <Notice
      icon={icon}
      title={`Your teacher handed out ${purchases.length} of your purchases`}
      onDismiss={onDismiss}
    >
      <ul>
        {purchases.slice(0, MAX_NAMED).map(({ id, itemName, goalbucksCost }) => (
          <li key={id} className="wrap-anywhere">
            <bdi>{itemName}</bdi> ({formatGoalbucks(goalbucksCost)})
          </li>
        ))}
        <MoreItems of={purchases} />
      </ul>
    </Notice>
  );
}

function CancelledNotice({ purchases, onDismiss }: NoticeProps) {
  if (purchases.length === 0) return null;
  const total = purchases.reduce((sum, { goalbucksCost }) => sum + goalbucksCost, 0);
  return (
    <Notice
      icon={<Undo2 aria-hidden />}
      title={`You got ${formatGoalbucks(total)} back`}
      onDismiss={onDismiss}
    >
      <ul>
        {purchases.slice(0, MAX_NAMED).map(({ id, itemName, cancelReason }) => (
          <li key={id} className="wrap-anywhere not-last:mb-2">
            &ldquo;<bdi>{itemName}</bdi>&rdquo; was cancelled.
            {cancelReason !== null && <TeacherNote comment={cancelReason} />}
          </li>
        ))}
        <MoreItems of={purchases} />
      </ul>
    </Notice>
  );
}

/** Notices for fulfilled and cancelled purchases. */
export function PurchaseNews({ news: { unseen, dismiss } }: { news: Unseen<Purchase> }) {
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
