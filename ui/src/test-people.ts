import type { SessionUser, StudentUser } from '@/api/types';

export const elena: SessionUser = {
  id: 't1',
  username: 'elena@school.test',
  role: 'teacher',
  name: 'Elena Rivera',
};

export const amara: StudentUser = {
  id: 's1',
  username: 'amara.o',
  role: 'student',
  name: 'Amara Okafor',
  firstName: 'Amara',
  lastName: 'Okafor',
  classroomId: 'c1',
};
