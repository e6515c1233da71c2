import { describe, expect, it } from 'vitest';

import { parseChange } from './live-topics';

describe('an event', () => {
  it.each(['network', 'activity', 'warnings'] as const)('about the %s is of no class', (topic) => {
    expect(parseChange(topic, '{}')).toEqual({ topic });
  });

  it('tells the class, and the student if it is about one', () => {
    expect(parseChange('store', '{"classroomId":"c1"}')).toEqual({ topic: 'store', classroomId: 'c1' });
    expect(parseChange('goals', '{"classroomId":"c1","studentId":"s1","more":5}')).toEqual({
      topic: 'goals',
      classroomId: 'c1',
      studentId: 's1',
    });
  });

  it.each(['', '{not json', 'null', '5', '{}', '{"classroomId":7}'])(
    'that reads %j can not be read',
    (json) => {
      expect(parseChange('goals', json)).toBeNull();
    },
  );
});
