import type { Classroom } from '@/api/types';

/** Responds to a GET request; undefined without a handler. */
type Respond = (path: string, query: string) => Promise<Response | undefined>;

/** The calls whose responses `GET /api/students/{student_id}/home` combines. */
const parts: Record<string, (studentId: string) => string> = {
  balance: (id) => `/api/students/${id}/goalbucks`,
  currentGoals: (id) => `/api/students/${id}/goals?status=current`,
  completedGoals: (id) => `/api/students/${id}/goals?status=completed&limit=50`,
  pendingSubmissions: (id) => `/api/submissions/student/${id}?status=pending`,
  deniedSubmissions: (id) => `/api/submissions/student/${id}?status=denied`,
  approvedSubmissions: (id) => `/api/submissions/student/${id}?status=approved&limit=50`,
  ledger: (id) => `/api/students/${id}/ledger?limit=20`,
  pendingSuggestions: (id) => `/api/goal-suggestions/student/${id}?status=pending`,
  suggestions: (id) => `/api/goal-suggestions/student/${id}?limit=50`,
  purchases: (id) => `/api/purchases/student/${id}?limit=51`,
  savings: (id) => `/api/students/${id}/savings`,
  // The class of the student in `buildStudentUser`.
  classroom: () => '/api/classrooms/single/c1',
};

/**
 * Builds the response of `GET /api/students/{student_id}/home` from a test's handlers of the single calls. A part
 * without a handler is missing; the first part that fails is the response.
 */
export async function respondWithStudentHome(studentId: string, respond: Respond): Promise<Response> {
  const home: Record<string, unknown> = { savings: null, store: { open: true } };
  for (const [part, pathOf] of Object.entries(parts)) {
    const [path = '', search] = pathOf(studentId).split('?');
    const query = search === undefined ? '' : `?${search}`;
    const response = await respond(path, query);
    if (response === undefined) continue;
    if (!response.ok) return response;
    home[part] = await response.json();
    if (part === 'classroom') home['store'] = { open: (home[part] as Classroom).storeOpen };
    if (part !== 'completedGoals') continue;
    home['goalsCompleted'] = Number(response.headers.get('X-Goals-Completed'));
    home['goalsGoalbucks'] = Number(response.headers.get('X-Goals-Goalbucks'));
  }
  const classGoals = await respond('/api/class-goals/classroom/c1', '');
  const listed: unknown = classGoals ? await classGoals.json() : [];
  home['classGoal'] = Array.isArray(listed) ? (listed[0] ?? null) : null;
  return new Response(JSON.stringify(home), { headers: { 'Content-Type': 'application/json' } });
}
