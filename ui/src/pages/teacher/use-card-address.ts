import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useIsSchool } from '@/auth/auth-config';
import { cardAddress } from '@/features/network/addresses';
import { networkQuery } from '@/features/network/queries';

/** URL of this server that is printed, without path. Null: the computer is in no network; undefined: not known yet. */
export function useCardAddress() {
  const isSchool = useIsSchool();
  const network = useQuery({ ...networkQuery, select: cardAddress, enabled: isSchool === false });
  return { address: isSchool ? location.origin : network.data, refetch: network.refetch };
}

/** Returns a function that reads this address; null also if it can't be read. */
export function useLoadCardAddress() {
  const isSchool = useIsSchool();
  const queryClient = useQueryClient();
  return async (): Promise<string | null> => {
    if (isSchool) return location.origin;
    try {
      return cardAddress(await queryClient.query(networkQuery));
    } catch {
      return null;
    }
  };
}
