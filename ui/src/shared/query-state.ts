/** The part of a TanStack Query result that loading and error states need. Results can also be combined into one. */
export type QueryState<Data> = {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};
