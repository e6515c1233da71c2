import type { StudentUser } from '@/api/types';

export const amara: StudentUser = {
  id: 's1',
  username: 'amara.o',
  role: 'student',
  name: 'Amara Okafor',
  firstName: 'Amara',
  lastName: 'Okafor',
  classroomId: 'c1',
};
