import type { ReactElement, ReactNode } from 'react';

import { Card } from '@/components/card';
import { Loading } from '@/components/skeleton';

import { QueryError } from './query-error';
import type { QueryState } from './query-state';
import { RetryButton } from './retry-button';

type ErrorProps =
  | {
      /** Title, such as "The students didn't load". */
      title: string;
      /** Heading level of the title. */
      level?: 1 | 2 | 3;
      /** `card` puts the error state in a card; `inline` makes it one line of text. */
      variant?: 'plain' | 'card' | 'inline';
      error?: undefined;
    }
  | {
      /** Replaces the error state. */
      error: ReactElement;
    };

type PendingProps = {
  /** Label of the skeleton for screen readers. Without it the skeleton brings its own. */
  loading?: string;
  /** Placeholder in the shape of the data. Without it the label is shown as text. */
  skeleton?: ReactNode;
};

type QueryViewProps<Data> = ErrorProps &
  PendingProps & {
    query: QueryState<Data>;
    /** Shown in place of empty data. */
    empty?: ReactNode;
    /** Default: the data is an array without elements. */
    isEmpty?: (data: Data) => boolean;
    /** Shows the skeleton in place of data, such as while a second query is pending. */
    pending?: boolean;
    children: (data: Data) => ReactNode;
  };

function isEmptyArray(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}

function ErrorView({ query, ...props }: ErrorProps & { query: QueryState<unknown> }) {
  if (props.error !== undefined) return props.error;
  const { title, level = 2, variant = 'plain' } = props;
  if (variant === 'inline') {
    return (
      <p role="alert">
        {title} <RetryButton query={query} />
      </p>
    );
  }
  const error = <QueryError title={title} query={query} level={level} />;
  return variant === 'card' ? <Card>{error}</Card> : error;
}

function PendingView({ loading, skeleton }: PendingProps) {
  if (skeleton === undefined) return <p role="status">{loading}</p>;
  return loading === undefined ? skeleton : <Loading label={loading}>{skeleton}</Loading>;
}

/**
 * Renders a query: its data if there is any, even after a failed refetch, or `empty` in place of empty data; else the
 * error with Try again; else the skeleton. `pending` doesn't apply to empty data, for which nothing else has to load.
 */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, empty, isEmpty = isEmptyArray, pending = false, children } = props;
  const { data } = query;
  if (data === undefined && query.error) return <ErrorView {...props} />;
  if (data !== undefined && empty !== undefined && isEmpty(data)) return empty;
  if (data === undefined || pending) return <PendingView {...props} />;
  return children(data);
}
