import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheckBig, Undo2 } from 'lucide-react';

import type { ClassGoal } from '@/api/types';
import { Badge } from '@/components/badge';
import { Card } from '@/components/card';
import { Amount } from '@/shared/amount';

function EarlierGoal({ name, goalbucks, status }: ClassGoal) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-3 first:border-t-0">
      <span className="min-w-0 grow wrap-anywhere">
        <bdi>{name}</bdi>
      </span>
      <Amount hideUnit value={goalbucks} />
      {status === 'ended' ? (
        <Badge tone="plain" icon={<Undo2 aria-hidden />}>
          <Trans comment="A class goal that wasn't reached">Ended, given back</Trans>
        </Badge>
      ) : (
        <Badge tone="approved" icon={<CircleCheckBig aria-hidden />}>
          {status === 'done' ? (
            <Trans context="class goal" comment="It was reached and is over">
              Done
            </Trans>
          ) : (
            <Trans context="class goal" comment="Enough was given to it">
              Reached
            </Trans>
          )}
        </Badge>
      )}
    </li>
  );
}

/** Class goals that are over. */
export function EarlierClassGoals({ goals }: { goals: ClassGoal[] }) {
  if (goals.length === 0) return null;
  return (
    <section className="mt-6">
      <h2 className="mb-3">
        <Trans>Earlier Class Goals</Trans>
      </h2>
      <Card className="overflow-clip">
        <ul aria-label={t`Earlier Class Goals`}>
          {goals.map((goal) => (
            <EarlierGoal key={goal.id} {...goal} />
          ))}
        </ul>
      </Card>
    </section>
  );
}
