import { useQuery } from '@tanstack/react-query';

import { authConfigQuery } from '@/auth/auth-config';
import { useIsSubstitute } from '@/auth/substitute';
import { loginCardsQuery } from '@/features/login-cards/queries';
import type { OtherWays } from '@/features/network/join-steps';
import { classPicturesQuery } from '@/features/pictures/queries';

/** The ways in which students of the class sign in besides username and password. */
export function useOtherWays(classroomId: string | undefined): OtherWays {
  const isSubstitute = useIsSubstitute();
  const hasClass = classroomId !== undefined;
  const config = useQuery(authConfigQuery);
  const cards = useQuery({ ...loginCardsQuery(classroomId ?? ''), enabled: hasClass && !isSubstitute });
  const pictures = useQuery({
    ...classPicturesQuery(classroomId ?? ''),
    enabled: hasClass && config.data?.pictures === true,
  });
  return { cards: (cards.data?.length ?? 0) > 0, pictures: pictures.data?.on === true };
}
