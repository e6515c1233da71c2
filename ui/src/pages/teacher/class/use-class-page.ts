import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Classroom, StudentStats } from '@/api/types';
import { groupsQuery } from '@/features/groups/queries';
import { withoutAway } from '@/features/students/away';
import { useMoveTargets } from '@/pages/teacher/use-move-targets';
import { useMay } from '@/shared/permissions';

import { useLoginCards } from './class-login-cards';

/** The open dialog; that of a row names its student, and the one that moves students those who were ticked then. */
export type ClassDialog =
  | { kind: 'bulk-goal' | 'award' | 'manage-students' | 'delete-class' | 'save-group' | 'edit-groups' }
  | { kind: 'move-students'; students: StudentStats[]; classSize: number }
  | { kind: 'delete-student' | 'erase-student' | 'move-student' | 'set-password'; student: StudentStats };

/** What the parts of the page share. `loaded` are all students, undefined while they load. */
export function useClassPage(classroom: Classroom, loaded: StudentStats[] | undefined) {
  const [dialog, setDialog] = useState<ClassDialog | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const students = withoutAway(loaded ?? []);
  // Drops students who were deleted or became away meanwhile.
  const selectedStudents = students.filter(({ id }) => chosen.has(id));
  const selected = new Set(selectedStudents.map(({ id }) => id));
  return {
    classroom,
    students,
    allStudents: loaded ?? [],
    isLoaded: loaded !== undefined,
    selected,
    selectedStudents,
    select: setChosen,
    deselect: (ids: string[]) => {
      setChosen((before) => new Set([...before].filter((id) => !ids.includes(id))));
    },
    selectAll: () => {
      setChosen(new Set(students.map(({ id }) => id)));
    },
    dialog,
    open: setDialog,
    close: () => {
      setDialog(null);
    },
    loginCards: useLoginCards(classroom, students, selected),
    groups: useQuery({ ...groupsQuery(classroom.id), enabled: useMay(classroom, 'manage') }),
    moveTargets: useMoveTargets(classroom.id),
  };
}

export type ClassPage = ReturnType<typeof useClassPage>;

/** Properties of a part of the page. */
export type PartProps = { page: ClassPage };
