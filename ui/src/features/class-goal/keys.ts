/** The family has the name of the topic, so that each gift refetches what is shown of the class. */
export const classGoalKey = (classroomId: string) => ['class-goal', 'class', classroomId] as const;
