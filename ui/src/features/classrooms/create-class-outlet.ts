import { useOutletContext } from 'react-router';

/** What the teacher layout hands to its pages: its one Create Class dialog. */
export type CreateClassOutlet = { openCreateClass: () => void };

export function useCreateClassOutlet(): CreateClassOutlet {
  return useOutletContext<CreateClassOutlet>();
}
