import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';

import { ApiError } from '@/api/api-error';

import { FormAmountField } from './amount-field';
import { FormChoiceField } from './choice-field';
import { Form } from './form';
import { FormError, SubmitButton } from './form-actions';
import { FormTextField } from './form-fields';
import { FormSelectField } from './select-field';

const TOO_SHORT = 'At least 3 characters.';
const text = z.string().check(z.minLength(3, TOO_SHORT));

type State = { error?: Error | null; isPending?: boolean; restored?: { name: string; grade: string } };

function open({ error = null, isPending = false, restored }: State = {}) {
  const onSubmit = vi.fn();
  const form = (failure: Error | null) => (
    <Form
      schema={z.object({ name: text, grade: text })}
      initialValues={{ name: '', grade: '' }}
      {...(restored && { options: { values: restored, resetOptions: { keepDefaultValues: true } } })}
      mutation={{ error: failure, isPending }}
      onSubmit={onSubmit}
    >
      <FormTextField name="name" label="Name" />
      <FormTextField name="grade" label="Grade level" serverLabel="The grade" />
      <FormError />
      <SubmitButton pendingLabel="Saving">Save</SubmitButton>
    </Form>
  );
  const { rerender } = render(form(null));
  rerender(form(error));
  return { user: userEvent.setup(), onSubmit };
}

const name = () => screen.getByLabelText('Name');
const grade = () => screen.getByLabelText('Grade level');

/** Whether the browser would ask before the page is reloaded. */
function asksBeforeReload() {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}

describe('a form', () => {
  it('shows what is wrong with a changed field once it is left, then with each change', async () => {
    const { user } = open();
    await user.type(name(), 'ab');
    expect(name()).toBeValid();
    await user.tab();
    expect(name()).toHaveAccessibleDescription(TOO_SHORT);
    await user.type(name(), 'c');
    expect(name()).toBeValid();
  });

  it('shows nothing at a field that was only passed', async () => {
    const { user } = open();
    await user.click(name());
    await user.tab();
    await user.tab();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows all messages on submit, and focuses the first field at fault', async () => {
    const { user, onSubmit } = open();
    await user.type(name(), 'abc');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(grade()).toHaveAccessibleDescription(TOO_SHORT);
    expect(grade()).toHaveFocus();
    expect(name()).toBeValid();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('shows no new message while a button is pressed', async () => {
    const { user } = open();
    await user.type(name(), 'ab');
    await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Save' }) });
    expect(name()).not.toHaveFocus();
    expect(name()).toBeValid();
    await user.pointer('[/MouseLeft]');
    expect(name()).toHaveAccessibleDescription(TOO_SHORT);
  });

  it('refuses what the browser cannot read', async () => {
    const { user, onSubmit } = open();
    await user.type(name(), 'abc');
    await user.type(grade(), 'abc');
    vi.spyOn((grade() as HTMLInputElement).validity, 'badInput', 'get').mockReturnValue(true);
    await user.keyboard('{Enter}');
    expect(grade()).toHaveAccessibleDescription(TOO_SHORT);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  // spec: 3.14
  it('shows the messages of the server at their fields, and focuses the first', () => {
    const body = JSON.stringify({ error: 'Invalid.', code: 'invalid', fields: { grade: 'is taken' } });
    open({ error: new ApiError(422, '', body, null) });
    expect(grade()).toHaveAccessibleDescription('The grade is taken.');
    expect(grade()).toHaveFocus();
    expect(screen.queryByText('Invalid.')).toBeNull();
  });

  it('is not sent again while it is pending', async () => {
    const { user, onSubmit } = open({ isPending: true });
    await user.type(name(), 'abc');
    await user.type(grade(), 'abc{Enter}');
    expect(screen.getByRole('button', { name: 'Saving' })).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('asks before a reload once something is typed', async () => {
    const { user } = open();
    expect(asksBeforeReload()).toBe(false);
    await user.type(name(), 'a');
    expect(asksBeforeReload()).toBe(true);
    await user.clear(name());
    expect(asksBeforeReload()).toBe(false);
  });

  it('asks before a reload with restored text', () => {
    open({ restored: { name: 'Science', grade: '' } });
    expect(name()).toHaveValue('Science');
    expect(asksBeforeReload()).toBe(true);
  });

  it('is submitted once by two presses in a row', async () => {
    const { user, onSubmit } = open();
    await user.type(name(), 'abc');
    await user.type(grade(), 'abc');
    const form = grade().closest('form');
    if (!form) throw new Error('The field has no form.');
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => {
      expect(onSubmit).toHaveBeenCalled();
    });
    await user.tab();
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });
});

const refusedAt = (path: string) =>
  new ApiError(
    422,
    '',
    JSON.stringify({ error: 'Invalid.', code: 'invalid', fields: { [path]: 'is taken' } }),
    null,
  );

function openRows(error: Error | null) {
  const onSubmit = vi.fn();
  const form = (failure: Error | null) => (
    <Form
      schema={z.object({ rows: z.array(z.object({ username: text })) })}
      initialValues={{ rows: [{ username: 'ada' }, { username: 'ben' }] }}
      mutation={{ error: failure, isPending: false }}
      onSubmit={onSubmit}
    >
      <FormTextField name="rows.0.username" label="First" serverLabel="Username" />
      <FormTextField name="rows.1.username" label="Second" serverLabel="Username" />
      <FormError />
      <SubmitButton pendingLabel="Saving">Save</SubmitButton>
    </Form>
  );
  const { rerender } = render(form(null));
  rerender(form(error));
  return { user: userEvent.setup(), onSubmit };
}

describe('a form with rows', () => {
  it("shows the server's message at the field of its path", () => {
    openRows(refusedAt('rows.1.username'));
    expect(screen.getByLabelText('Second')).toHaveAccessibleDescription('Username is taken.');
    expect(screen.getByLabelText('Second')).toHaveFocus();
    expect(screen.getByLabelText('First')).toBeValid();
    expect(screen.queryByText('Invalid.')).toBeNull();
  });

  it('shows a message for a path without a field above its buttons', () => {
    openRows(refusedAt('rows.7.username'));
    expect(screen.getByText('Invalid.')).toBeVisible();
  });

  it('validates each row, and sends all of them', async () => {
    const { user, onSubmit } = openRows(null);
    await user.clear(screen.getByLabelText('Second'));
    await user.keyboard('b{Enter}');
    expect(screen.getByLabelText('Second')).toHaveAccessibleDescription(TOO_SHORT);
    await user.keyboard('ob{Enter}');
    await expect.poll(() => onSubmit.mock.calls.length).toBe(1);
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({ rows: [{ username: 'ada' }, { username: 'bob' }] });
  });
});

function openChoices() {
  const onSubmit = vi.fn();
  const schema = z.object({
    room: z.string().check(z.minLength(1, 'Choose a room.')),
    role: z.nullable(z.string()).check(z.refine((role) => role !== null, 'Choose a role.')),
    amount: text,
  });
  render(
    <Form
      schema={schema}
      initialValues={{ room: '', role: null, amount: '' }}
      mutation={{ error: null, isPending: false }}
      onSubmit={onSubmit}
    >
      <FormSelectField name="room" label="Room">
        <option value="" />
        <option value="a">Room A</option>
      </FormSelectField>
      <FormChoiceField
        name="role"
        label="Role"
        choices={[
          { value: 'helper', title: 'Helper', detail: 'Reviews' },
          { value: 'guest', title: 'Guest', detail: 'Reads' },
        ]}
      />
      <FormAmountField name="amount" />
      <SubmitButton pendingLabel="Saving">Save</SubmitButton>
    </Form>,
  );
  return { user: userEvent.setup(), onSubmit };
}

describe('a form with choices', () => {
  it('says what is not chosen', async () => {
    const { user, onSubmit } = openChoices();
    await user.selectOptions(screen.getByLabelText('Room'), 'a');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('group', { name: 'Role' })).toHaveAccessibleDescription('Choose a role.');
    expect(screen.getByRole('radio', { name: /^Helper/ })).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('sends what is chosen', async () => {
    const { user, onSubmit } = openChoices();
    await user.selectOptions(screen.getByLabelText('Room'), 'a');
    await user.click(screen.getByRole('radio', { name: /^Guest/ }));
    await user.type(screen.getByLabelText('GoalBucks'), '250');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => onSubmit.mock.calls.length).toBe(1);
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({
      room: 'a',
      role: 'guest',
      amount: '250',
    });
  });
});
