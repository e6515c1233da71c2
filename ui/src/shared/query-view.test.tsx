import { QueryClient, useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';

import { ApiError } from '@/api/api-error';
import { render } from '@/testing/render';

import type { QueryState } from './query-state';
import { QueryView } from './query-view';

const failure = new ApiError(500, '', JSON.stringify({ error: 'No.', code: 'internal' }), null);

function queryState<Data>(state: Partial<QueryState<Data>>): QueryState<Data> {
  return { data: undefined, error: null, isFetching: false, refetch: vi.fn(), ...state };
}

const title = "The names didn't load";
const skeleton = 'grey bars';

type ListProps = {
  query: QueryState<string[]>;
  title?: string;
  level?: 3;
  variant?: 'card' | 'inline';
  empty?: string;
  pending?: boolean;
};

function List(props: ListProps) {
  return (
    <QueryView title={title} loading="Loading names..." skeleton={skeleton} {...props}>
      {(names) => names.join(', ')}
    </QueryView>
  );
}

it('shows the skeleton and announces it while there is no data', () => {
  render(<List query={queryState({ isFetching: true })} />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading names...');
  expect(screen.getByText(skeleton)).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows a skeleton that announces itself without a second live region', () => {
  render(
    <QueryView title={title} query={queryState({})} skeleton={<p role="status">Own label</p>}>
      {() => 'data'}
    </QueryView>,
  );
  expect(screen.getByRole('status')).toHaveTextContent('Own label');
});

it('shows the label as text without a skeleton', () => {
  render(
    <QueryView title={title} query={queryState({})} loading="Loading names...">
      {() => 'data'}
    </QueryView>,
  );
  expect(screen.getByRole('status')).toHaveTextContent('Loading names...');
  expect(screen.getByText('Loading names...')).not.toHaveClass('sr-only');
});

it('shows an error without data, with Try again', async () => {
  const query = queryState<string[]>({ error: failure });
  render(<List query={query} />);
  expect(screen.getByRole('alert')).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(query.refetch).toHaveBeenCalledOnce();
});

it('takes the heading level of the error', () => {
  render(<List query={queryState({ error: failure })} level={3} variant="card" />);
  expect(screen.getByRole('heading', { level: 3, name: title })).toBeVisible();
});

it('shows an inline error as a sentence with Try again', async () => {
  const query = queryState<string[]>({ error: failure });
  render(<List query={query} variant="inline" title="The number of names didn't load." />);
  expect(screen.getByRole('alert')).toHaveTextContent("The number of names didn't load. Try again");
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(query.refetch).toHaveBeenCalledOnce();
});

it('shows what replaces the error state', () => {
  render(
    <QueryView query={queryState({ error: failure })} error={<p>No number</p>}>
      {() => 'data'}
    </QueryView>,
  );
  expect(screen.getByText('No number')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('keeps older data when a refetch fails', () => {
  render(<List query={queryState({ data: ['Ada', 'Ben'], error: failure })} />);
  expect(screen.getByText('Ada, Ben')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows the empty state in place of an empty list', () => {
  render(<List query={queryState({ data: [] })} empty="No names yet" />);
  expect(screen.getByText('No names yet')).toBeVisible();
});

it('asks isEmpty whether other data is empty', () => {
  render(
    <QueryView
      query={queryState({ data: { pages: [[]] } })}
      title={title}
      empty="No names yet"
      isEmpty={({ pages }) => pages.flat().length === 0}
    >
      {() => 'data'}
    </QueryView>,
  );
  expect(screen.getByText('No names yet')).toBeVisible();
});

it('passes an empty list on when there is no empty state', () => {
  render(
    <QueryView query={queryState({ data: [] })} title={title}>
      {(names) => `${names.length} names`}
    </QueryView>,
  );
  expect(screen.getByText('0 names')).toBeVisible();
});

it('shows the skeleton in place of data while something else is pending', () => {
  const query = queryState({ data: ['Ada'], error: failure });
  const { rerender } = render(<List pending query={query} />);
  expect(screen.getByText(skeleton)).toBeInTheDocument();
  expect(screen.queryByText('Ada')).not.toBeInTheDocument();
  rerender(<List query={query} />);
  expect(screen.getByText('Ada')).toBeVisible();
});

function Names({ names, onMount }: { names: string[]; onMount: () => void }) {
  useEffect(onMount, [onMount]);
  return names.join(', ');
}

/** Renders a real query, and counts how often the children are mounted. */
function renderQuery(queryFn: () => Promise<string[]>) {
  const client = new QueryClient();
  const onMount = vi.fn();
  function Page() {
    const query = useQuery({ queryKey: ['names'], queryFn, retry: false });
    return (
      <QueryView query={query} title={title} loading="Loading names...">
        {(names) => <Names names={names} onMount={onMount} />}
      </QueryView>
    );
  }
  render(<Page />, { queryClient: client });
  return { client, onMount };
}

it('goes from the error to the data after Try again', async () => {
  renderQuery(vi.fn(() => Promise.resolve(['Ada'])).mockRejectedValueOnce(failure));
  expect(screen.getByRole('status')).toHaveTextContent('Loading names...');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ada')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('keeps its children mounted when a refetch fails and the next one succeeds', async () => {
  const queryFn = vi.fn(() => Promise.resolve(['Ada']));
  const { client, onMount } = renderQuery(queryFn);
  expect(await screen.findByText('Ada')).toBeVisible();
  queryFn.mockRejectedValueOnce(failure);
  await act(() => client.refetchQueries());
  expect(screen.getByText('Ada')).toBeVisible();
  queryFn.mockResolvedValueOnce(['Ada', 'Ben']);
  await act(() => client.refetchQueries());
  expect(screen.getByText('Ada, Ben')).toBeVisible();
  expect(onMount).toHaveBeenCalledOnce();
});
