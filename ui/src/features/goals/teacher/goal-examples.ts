import { t } from '@lingui/core/macro';

import type { Schemas } from '@/api/types';

/** A name offered for a new goal, with what else it fills in. */
export type GoalName = Schemas['GoalNameResponse'];

const example = (name: string, goalbucks: number): GoalName => ({ name, goalbucks, details: null });

/** Goals for classes of any age: learning, behavior, jobs. */
export const goalExamples = (): GoalName[] => [
  example(t`Read for 20 minutes`, 5),
  example(t`Write in your journal`, 5),
  example(t`Learn a times table`, 25),
  example(t`Learn the spelling list`, 15),
  example(t`Find a country and tell about it`, 10),
  example(t`Explain an experiment`, 20),
  example(t`Draw what you learned`, 10),
  example(t`Practice your instrument`, 10),
  example(t`Be active for 30 minutes`, 5),
  example(t`Tidy your table`, 2),
  example(t`Bring what you need`, 2),
  example(t`Be on time`, 2),
  example(t`Raise your hand before you speak`, 3),
  example(t`Help a classmate`, 5),
  example(t`Speak in front of the class`, 15),
  example(t`Listen until others have finished`, 3),
  example(t`Solve the puzzle of the week`, 10),
  example(t`Wash your hands before lunch`, 1),
  example(t`Write a thank-you letter`, 10),
  example(t`Water the class plants`, 5),
  example(t`Practice typing`, 5),
  example(t`Sit calmly in the circle`, 3),
  example(t`Bring back your library book`, 3),
  example(t`Try something that is hard for you`, 10),
];
