import { useNavigate } from 'react-router';

import type { Classroom } from '@/api/types';
import { Teachers } from '@/features/members/teachers';

/** The tab of those who teach the class. */
export function TeachersSection({ classroom }: { classroom: Classroom }) {
  const navigate = useNavigate();
  return <Teachers classroom={classroom} onLeft={() => void navigate('/teacher/classes')} />;
}
