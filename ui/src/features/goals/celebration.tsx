import { t } from '@lingui/core/macro';

import type { Goal } from '@/api/types';

import { CelebrationCard } from './celebration-card';

/** Total GoalBucks of the goals. */
export function totalGoalbucks(goals: Goal[]): number {
  return goals.reduce((sum, { goalbucks }) => sum + goalbucks, 0);
}

/** Dismissible card with the goals approved since the last visit. */
export function Celebration({ goals, onDismiss }: { goals: Goal[]; onDismiss: () => void }) {
  return (
    <div role="status">
      {goals.length > 0 && (
        <CelebrationCard
          title={goals.length === 1 ? t`Goal achieved!` : `${goals.length} goals achieved!`}
          lines={goals.map(({ id, name }) => ({ id, text: <bdi>{name}</bdi> }))}
          total={totalGoalbucks(goals)}
          onDismiss={onDismiss}
        />
      )}
    </div>
  );
}
