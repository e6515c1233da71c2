import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import type { StoreItem } from '@/api/types';
import { buildStoreItem } from '@/testing/builders';
import { json, noContent, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { AddItemDialog } from './add-item-dialog';
import { storeItemsQuery } from './queries';
import { StoreItems } from './store-items';

const item = (id: string, fields: Partial<StoreItem> = {}) =>
  buildStoreItem({ id, name: `Item ${id}`, ...fields });

const LIST = 'GET /api/store/classroom/c1';

function Tab({ onAdd }: { onAdd: () => void }) {
  return (
    <StoreItems
      items={useQuery(storeItemsQuery('c1'))}
      onAdd={onAdd}
      onCopy={undefined}
      priceHint={() => null}
    />
  );
}

function open() {
  const onAdd = vi.fn();
  const { user, queryClient } = render(<Tab onAdd={onAdd} />);
  const refresh = () => queryClient.invalidateQueries();
  return { user, onAdd, refresh };
}

const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { name });
  const row = screen.getAllByRole('listitem').find((each) => each.contains(heading));
  if (!row) throw new Error(`${name} has no card.`);
  return row;
};

describe('the items', () => {
  it('show price, description and stock: unlimited, some or none', async () => {
    const items = [
      item('a', { goalbucksCost: 1, description: 'It spins.' }),
      item('b', { stock: 1200 }),
      item('c', { stock: 0 }),
    ];
    serve({ [LIST]: () => json(items) });
    open();
    expect(screen.getByText('Loading items...')).toBeInTheDocument();
    expect(await card('Item a')).toHaveTextContent('1 GoalBuckItem aIt spins.Unlimited');
    expect(await card('Item b')).toHaveTextContent('25 GoalBucksItem b1,200 left');
    expect(await card('Item c')).toHaveTextContent('Sold out');
  });

  // spec: 10.14
  it.each([
    ['ever', 1, '1 per student'],
    ['week', 1, '1 a week'],
    ['day', 3, '3 a day'],
  ] as const)('show a limit per %s', async (per, perStudent, text) => {
    serve({ [LIST]: () => json([item('a', { per, perStudent })]) });
    open();
    expect(await card('Item a')).toHaveTextContent(text);
  });

  it('that are empty offer to add the first', async () => {
    serve({ [LIST]: () => json([]) });
    const { user, onAdd } = open();
    await user.click(await screen.findByRole('button', { name: 'Add Your First Item' }));
    expect(onAdd).toHaveBeenCalledOnce();
  });

  it('that failed to load offer another try', async () => {
    const answers = [errorResponse(500, 'It broke.'), json([item('a')])];
    serve({ [LIST]: () => answers.shift() ?? json([]) });
    const { user } = open();
    expect(await screen.findByText("The items didn't load")).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await card('Item a')).toBeVisible();
  });
});

describe('add item', () => {
  function openDialog() {
    const onAdded = vi.fn();
    const { user } = render(
      <AddItemDialog
        classroom={{ id: 'c1', name: 'Room 12' }}
        priceHint={(cost) => `${cost} is a price.`}
        onClose={vi.fn()}
        onAdded={onAdded}
      />,
    );
    return { user, onAdded };
  }
  const press = () => screen.getByRole('button', { name: 'Add Item' });

  // spec: 10.1
  it('says under each field what is missing or wrong, and sends nothing', async () => {
    const calls = serve({});
    const { user } = openDialog();
    expect(screen.getByLabelText('Item name')).toHaveFocus();
    await user.type(screen.getByLabelText(/Stock/), '1.5');
    await user.click(press());
    expect(await screen.findByText('Item name is required.')).toBeVisible();
    expect(screen.getByLabelText('Cost in GoalBucks')).toHaveAccessibleDescription('Cost is required.');
    expect(screen.getByLabelText(/Stock/)).toHaveAccessibleDescription(
      'Use a whole number from 0 to 1,000,000, or leave it blank for unlimited.',
    );
    expect(screen.getByLabelText('Item name')).toHaveFocus();
    expect(calls).toEqual([]);
  });

  // spec: 1.2, 10.1, 10.2, 14.4
  it('sends a blank stock as unlimited, once however often it is pressed, and says so', async () => {
    const calls = serve({ 'POST /api/store': () => slowly(json(item('a'), 201)) });
    const { user, onAdded } = openDialog();
    await user.keyboard(' Homework pass ');
    await user.type(screen.getByLabelText('Cost in GoalBucks'), '1,000');
    await user.dblClick(press());
    expect(await screen.findByText('Item added')).toBeVisible();
    const body = {
      name: 'Homework pass',
      description: null,
      goalbucksCost: 1000,
      stock: null,
      picture: null,
      perStudent: null,
      per: 'ever',
    };
    expect(calls.map((call) => call.body)).toEqual([{ ...body, classroomId: 'c1' }]);
    expect(onAdded).toHaveBeenCalledOnce();
  });

  // spec: 10.14
  it('sends a limit for each student, and none after it is switched off again', async () => {
    const calls = serve({ 'POST /api/store': () => errorResponse(500, 'It broke.') });
    const { user } = openDialog();
    await user.keyboard('Ticket');
    await user.type(screen.getByLabelText('Cost in GoalBucks'), '5');
    const limit = screen.getByRole('switch', { name: 'Limit for each student' });
    await user.click(limit);
    const atMost = screen.getByLabelText('At most');
    expect(atMost).toHaveValue('1');
    await user.clear(atMost);
    await user.click(press());
    expect(await screen.findByText('Use a whole number from 1 to 99.')).toBeVisible();
    expect(atMost).toHaveFocus();
    await user.type(atMost, '2');
    await user.selectOptions(screen.getByLabelText('In which time'), 'in a week, from Monday');
    await user.click(press());
    await expect.poll(() => calls).toHaveLength(1);
    expect(calls.at(-1)?.body).toMatchObject({ perStudent: 2, per: 'week' });
    await user.clear(screen.getByLabelText('At most'));
    await user.click(limit);
    await user.click(press());
    await expect.poll(() => calls).toHaveLength(2);
    expect(calls.at(-1)?.body).toMatchObject({ perStudent: null, per: 'ever' });
  });

  // spec: 10.16
  it('shows the hint of a price that can be entered', async () => {
    serve({});
    const { user } = openDialog();
    const cost = screen.getByLabelText('Cost in GoalBucks');
    await user.type(cost, '1,000');
    expect(screen.getByText('1000 is a price.')).toBeVisible();
    await user.type(cost, 'x');
    expect(screen.queryByText(/is a price/)).not.toBeInTheDocument();
  });

  it('takes a stock of 0', async () => {
    const calls = serve({ 'POST /api/store': () => json(item('a'), 201) });
    const { user } = openDialog();
    await user.keyboard('Ticket');
    await user.type(screen.getByLabelText('Cost in GoalBucks'), '5');
    await user.type(screen.getByLabelText(/Stock/), '0{Enter}');
    await screen.findByText('Item added');
    expect(calls[0]?.body).toMatchObject({ stock: 0 });
  });

  it('that failed keeps what was typed, with what the server says about a field', async () => {
    const fields = { goalbucksCost: 'must be less than or equal to 1000000' };
    serve({ 'POST /api/store': () => errorResponse(422, 'Please check what you entered.', { fields }) });
    const { user, onAdded } = openDialog();
    await user.keyboard('Ticket');
    await user.type(screen.getByLabelText(/Description/), 'For one ride.');
    await user.type(screen.getByLabelText('Cost in GoalBucks'), '5{Enter}');
    expect(
      await screen.findByText('Failed to add store item. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(screen.getByText('Please check what you entered.')).toBeVisible();
    expect(screen.getByText('Cost must be less than or equal to 1000000.')).toBeVisible();
    expect(screen.getByLabelText('Item name')).toHaveValue('Ticket');
    expect(screen.getByLabelText(/Description/)).toHaveValue('For one ride.');
    expect(onAdded).not.toHaveBeenCalled();
  });

  it('asks before it closes with something typed', async () => {
    serve({});
    const { user } = openDialog();
    await user.keyboard('Ticket{Escape}');
    expect(screen.getByRole('alertdialog', { name: 'Close without saving?' })).toBeVisible();
  });
});

describe('edit item', () => {
  async function edit(start: StoreItem, answer: () => Response | Promise<Response>) {
    const server = { items: [start] };
    const calls = serve({ [LIST]: () => json(server.items), [`PUT /api/store/${start.id}`]: answer });
    const page = open();
    await page.user.click(await screen.findByRole('button', { name: `Edit ${start.name}` }));
    const puts = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    return { ...page, server, puts };
  }
  const save = () => screen.getByRole('button', { name: 'Save Item' });
  const failed = 'Failed to update store item. Please try again.';

  it('begins with what is saved, and says so when it is changed', async () => {
    const { user, puts } = await edit(item('a', { description: 'It spins.', stock: 3 }), () =>
      json(item('a')),
    );
    await user.clear(screen.getByLabelText('Cost in GoalBucks'));
    await user.type(screen.getByLabelText('Cost in GoalBucks'), '30');
    await user.clear(screen.getByLabelText(/Stock/));
    await user.click(save());
    expect(await screen.findByText('Item updated')).toBeVisible();
    expect(puts()).toEqual([
      {
        name: 'Item a',
        description: 'It spins.',
        goalbucksCost: 30,
        stock: null,
        picture: null,
        perStudent: null,
        per: 'ever',
        stockShown: 3,
      },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('says which stock it went out from, so that what is sold meanwhile stays sold', async () => {
    const { user, server, refresh, puts } = await edit(item('a', { stock: 3 }), () => json(item('a')));
    await user.type(screen.getByLabelText('Item name'), '!');
    server.items = [item('a', { stock: 1 })];
    await refresh();
    await user.click(save());
    await screen.findByText('Item updated');
    expect(puts()).toEqual([expect.objectContaining({ name: 'Item a!', stock: 3, stockShown: 3 })]);
  });

  it('of one that was deleted meanwhile says so and keeps what was typed', async () => {
    const { user, server } = await edit(item('a'), () => errorResponse(404, 'Not found.'));
    await user.type(screen.getByLabelText('Item name'), ' for two');
    server.items = [];
    await user.click(save());
    expect(await screen.findByText(failed, { selector: '.toast *' })).toBeVisible();
    expect(
      await screen.findByText('It is no longer there: it was deleted meanwhile.', {
        selector: '[role=alert] *',
      }),
    ).toBeVisible();
    expect(await screen.findByText('No items yet')).toBeInTheDocument();
    expect(screen.getByLabelText('Item name')).toHaveValue('Item a for two');
  });
});

describe('delete item', () => {
  async function ask(answer: () => Response | Promise<Response>) {
    const server = { items: [item('a'), item('b')] };
    const calls = serve({
      // Slow once it is deleted: the card mustn't wait for the new list.
      [LIST]: () => (server.items.length === 1 ? slowly(json(server.items)) : json(server.items)),
      'DELETE /api/store/a': async () => {
        const said = await answer();
        if (said.ok) server.items = [item('b')];
        return said;
      },
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete Item a' }));
    const deletions = () => calls.filter(({ method }) => method === 'DELETE').length;
    return { user, server, deletions };
  }
  const dialog = () => screen.getByRole('alertdialog', { name: 'Delete Item' });
  const confirm = () => within(dialog()).getByRole('button', { name: 'Delete Item' });

  it('explains that purchases keep their names and prices', async () => {
    await ask(noContent);
    expect(dialog()).toHaveAccessibleDescription(
      /takes Item a out of the store.*Purchases keep its name and price/,
    );
  });

  // spec: 1.2, 10.2, 10.4, 14.4
  it('deletes once, says so, and the focus goes to the next one', async () => {
    const { user, deletions } = await ask(() => slowly(noContent()));
    await user.dblClick(confirm());
    expect(await screen.findByText('Item deleted')).toBeVisible();
    expect(deletions()).toBe(1);
    expect(screen.queryByText('Item a')).not.toBeInTheDocument();
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Delete Item b' })).toHaveFocus();
    });
  });

  it('that failed keeps its question', async () => {
    const { user } = await ask(() => errorResponse(503, 'Busy.'));
    await user.click(confirm());
    expect(
      await screen.findByText('Failed to delete store item. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(dialog()).toBeVisible();
  });

  it('of what has gone already, as after a lost answer, says deleted, closes and refreshes', async () => {
    const { user, server } = await ask(() => errorResponse(404, 'Not found.'));
    server.items = [item('b')];
    await user.click(confirm());
    expect(await screen.findByText('Item deleted')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.queryByText('Item a')).not.toBeInTheDocument();
  });
});
