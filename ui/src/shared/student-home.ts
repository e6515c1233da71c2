import { isStatus } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import type { StudentHome } from '@/api/types';

/** Fewer queries than this make their own calls, which are smaller. A teacher's page of one student has three. */
const MIN_QUERIES = 4;

type Batch = {
  size: number;
  /** Null if each query makes its own call. */
  home: Promise<StudentHome | null>;
};

/** Batches by student id, which accept queries until the end of the task. */
const batches = new Map<string, Batch>();

function startBatch(studentId: string): Batch {
  const load = async () => {
    await Promise.resolve();
    batches.delete(studentId);
    if (batch.size < MIN_QUERIES) return null;
    try {
      return await unwrap(
        api.GET('/api/students/{student_id}/home', { params: { path: { student_id: studentId } } }),
      );
    } catch (error) {
      // One part may be the cause. The others load by their own calls.
      if (isStatus(error, 500)) return null;
      throw error;
    }
  };
  const batch: Batch = { size: 0, home: load() };
  batches.set(studentId, batch);
  return batch;
}

/**
 * Loads a part of what My Goals shows. Queries that start together, when the page opens or after an event, share one
 * call and `pick` their part from its response; a single query makes its own call, `fetchAlone`.
 */
export async function shareStudentHome<Part>(
  studentId: string,
  pick: (home: StudentHome) => Part,
  fetchAlone: () => Promise<Part>,
): Promise<Part> {
  const batch = batches.get(studentId) ?? startBatch(studentId);
  batch.size += 1;
  const home = await batch.home;
  return home ? pick(home) : fetchAlone();
}
