import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';

import { type Column, DataTable } from './data-table';

type Row = { id: string; name: string; score: number };

const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', cardTitle: true, cell: (row) => row.name, sortBy: (row) => row.name },
  { id: 'score', header: 'Score', align: 'end', cell: (row) => row.score, sortBy: (row) => row.score },
];

const rows: Row[] = Array.from({ length: 12 }, (_, index) => ({
  id: `r${index}`,
  name: `Student ${index + 1}`,
  score: (index * 7) % 12,
}));

function Table({ shown = rows }: { shown?: Row[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <DataTable
        label="Students"
        columns={columns}
        rows={shown}
        rowKey={(row) => row.id}
        initialSort={{ column: 'name', direction: 'ascending' }}
        selection={{
          selected,
          onChange: setSelected,
          allLabel: 'Select all students',
          rowLabel: (row) => `Select ${row.name}`,
        }}
        search={{ label: `Search ${shown.length} students`, text: (row) => row.name, none: 'Nobody found.' }}
      />
      <p>{selected.size} selected</p>
    </>
  );
}

const tiedRows = ['Cleo', 'Ada', 'Ben'].map((name) => ({ id: name, name, score: 5 }));

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent);

describe('the table', () => {
  it('sorts by a column, numbers, and turns round', async () => {
    render(<Table />);
    expect(names().slice(0, 3)).toEqual(['Student 1', 'Student 2', 'Student 3']);
    await userEvent.click(screen.getByRole('button', { name: 'Score' }));
    expect(screen.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'ascending');
    expect(names()[0]).toBe('Student 1');
    await userEvent.click(screen.getByRole('button', { name: 'Score' }));
    expect(screen.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'descending');
    expect(names()[0]).toBe('Student 6');
  });

  it('shows rows of the same score by name, whichever way the scores stand', async () => {
    render(<Table shown={tiedRows} />);
    await userEvent.click(screen.getByRole('button', { name: 'Score' }));
    expect(names()).toEqual(['Ada', 'Ben', 'Cleo']);
    await userEvent.click(screen.getByRole('button', { name: 'Score' }));
    expect(names()).toEqual(['Ada', 'Ben', 'Cleo']);
  });

  it('keeps the selection through sorting and searching and shows the third state', async () => {
    const user = userEvent.setup();
    render(<Table />);
    const all = within(screen.getByRole('table')).getByRole('checkbox', { name: 'Select all students' });
    await user.click(screen.getByRole('checkbox', { name: 'Select Student 3' }));
    expect(all).toBePartiallyChecked();
    await user.click(screen.getByRole('button', { name: 'Score' }));
    await user.type(screen.getByRole('searchbox'), 'student 1');
    await user.click(all);
    expect(screen.getByText('5 selected')).toBeVisible();
    await user.clear(screen.getByRole('searchbox'));
    expect(screen.getByRole('checkbox', { name: 'Select Student 3' })).toBeChecked();
    await user.click(all);
    expect(all).toBeChecked();
    await user.click(all);
    expect(screen.getByText('0 selected')).toBeVisible();
  });

  it('says how many of all a search has found, and nothing without one', async () => {
    const user = userEvent.setup();
    render(<Table />);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await user.type(screen.getByRole('searchbox'), 'student 1');
    expect(screen.getByRole('status')).toHaveTextContent('4 of 12');
    await user.clear(screen.getByRole('searchbox'));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('searches from ten rows up', async () => {
    const { unmount } = render(<Table />);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search 12 students' }), 'zzz');
    expect(screen.getByText('Nobody found.')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('0 of 12');
    unmount();
    render(<Table shown={rows.slice(0, 9)} />);
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });
});
