import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';

import type { Classroom } from '@/api/types';
import { ArchiveClassDialog } from '@/features/classrooms/archive-class-dialog';
import { pendingPurchasesQuery } from '@/features/purchases/teacher/queries';
import { studentStatsQuery } from '@/features/students/queries';
import { usePendingSubmissions } from '@/features/submissions/teacher/queries';

/** The question before a class is archived, with what the class has; then the archived classes are shown. */
export function ArchiveClass({ classroom, onClose }: { classroom: Classroom; onClose: () => void }) {
  const navigate = useNavigate();
  const students = useQuery(studentStatsQuery(classroom.id)).data?.length;
  const pendingPurchases = useQuery(pendingPurchasesQuery(classroom.id)).data?.length;
  const waiting = usePendingSubmissions().data?.filter(({ classroomId }) => classroomId === classroom.id);
  return (
    <ArchiveClassDialog
      classroom={classroom}
      contents={{ students, pendingPurchases, waitingSubmissions: waiting?.length }}
      onClose={onClose}
      onArchived={() => void navigate('/teacher/classes?tab=archived')}
    />
  );
}
