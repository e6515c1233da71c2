import type { Goal } from '@/api/types';

import { CelebrationCard } from './celebration-card';

/** What all of them paid together. */
export function paidBy(goals: Goal[]): number {
  return goals.reduce((sum, { goalbucks }) => sum + goalbucks, 0);
}

/** Says, until it is closed, which goals the teacher has approved since the student last looked. */
export function Celebration({ goals, onDismiss }: { goals: Goal[]; onDismiss: () => void }) {
  return (
    <div role="status">
      {goals.length > 0 && (
        <CelebrationCard
          title={goals.length === 1 ? 'Goal achieved!' : `${goals.length} goals achieved!`}
          lines={goals.map(({ id, name }) => ({ id, text: <bdi>{name}</bdi> }))}
          total={paidBy(goals)}
          onDismiss={onDismiss}
        />
      )}
    </div>
  );
}
