import '@/shared/all-utilities.css';

import type { ClassGoal } from '@/api/types';
import { ClassGoalCard } from '@/features/class-goal/student/class-goal-card';
import { useMyBalance } from '@/features/students/queries';

/** The class goal on My Goals, with what the student can do about it. */
export default function MyClassGoal({ goal }: { goal: ClassGoal }) {
  return <ClassGoalCard goal={goal} balance={useMyBalance().data?.balance} />;
}
