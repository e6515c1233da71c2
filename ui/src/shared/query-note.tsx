import type { UseQueryResult } from '@tanstack/react-query';

import { Button } from '@/components/button';

type QueryNoteProps = {
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>;
  loading: string;
  /** What didn't load, as a sentence. */
  failed: string;
};

/** In a question, in place of what it depends on: that this is loading, or didn't load. */
export function QueryNote({ query, loading, failed }: QueryNoteProps) {
  if (!query.isError) return <p role="status">{loading}</p>;
  return (
    <p role="alert">
      {failed}{' '}
      <Button variant="link" pending={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </p>
  );
}
