import {
  type DefaultError,
  useMutation as useAnyMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';

import type { MutationPolicy } from './mutation-policy';

/** TanStack Query's `useMutation`, whose `meta` isn't optional: each mutation says what it changes. */
export const useMutation: <Data = unknown, Failure = DefaultError, Variables = void, Result = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Result> & { meta: MutationPolicy },
) => UseMutationResult<Data, Failure, Variables, Result> = useAnyMutation;
