import { plural } from '@lingui/core/macro';

import type { Goal } from '@/api/types';
import { CelebrationCard } from '@/shared/celebration/celebration-card';
import { paidOf } from '@/shared/paid-of';

/** Total GoalBucks of the goals. */
export function totalGoalbucks(goals: Goal[]): number {
  return goals.reduce((sum, goal) => sum + paidOf(goal), 0);
}

/** Dismissible card with the goals approved since the last visit. */
export function Celebration({ goals, onDismiss }: { goals: Goal[]; onDismiss: () => void }) {
  const count = goals.length;
  return (
    <div role="status">
      {count > 0 && (
        <CelebrationCard
          title={plural(count, { one: 'Goal achieved!', other: '# goals achieved!' })}
          lines={goals.map(({ id, name }) => ({ id, text: <bdi>{name}</bdi> }))}
          total={totalGoalbucks(goals)}
          onDismiss={onDismiss}
        />
      )}
    </div>
  );
}
