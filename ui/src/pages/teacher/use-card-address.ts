import { useQuery } from '@tanstack/react-query';

import { useIsSchool } from '@/auth/auth-config';
import { cardAddress } from '@/features/network/addresses';
import { networkQuery } from '@/features/network/queries';

/** URL of this server that is printed, without path. Null: the computer is in no network; undefined: not known yet. */
export function useCardAddress() {
  const isSchool = useIsSchool();
  const network = useQuery({ ...networkQuery, select: cardAddress, enabled: isSchool === false });
  return { address: isSchool ? location.origin : network.data, refetch: network.refetch };
}
