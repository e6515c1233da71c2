import { useNavigate } from 'react-router';

import { isSchoolServer } from '@/api/server-kind';
import type { Classroom } from '@/api/types';
import { Teachers } from '@/features/members/teachers';
import { SubstituteCodeCard } from '@/features/substitutes/substitute-code-card';
import { useMay } from '@/shared/permissions';

/** The tab of those who teach the class; on a class computer its owner has the code for substitutes, too. */
export function TeachersSection({ classroom }: { classroom: Classroom }) {
  const navigate = useNavigate();
  const mayAdminister = useMay(classroom, 'administer');
  return (
    <div className="flex flex-col gap-6">
      <Teachers classroom={classroom} onLeft={() => void navigate('/teacher/classes')} />
      {mayAdminister && !isSchoolServer() && <SubstituteCodeCard classroom={classroom} />}
    </div>
  );
}
