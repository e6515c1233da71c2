import { membershipOf } from './membership';
import { useSession } from './session-context';

/** Whether the signed-in user is a substitute. */
export function useIsSubstitute(): boolean {
  return membershipOf(useSession().user) !== null;
}
