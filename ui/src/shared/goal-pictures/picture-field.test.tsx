import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';

import { Dialog } from '@/components/dialog/dialog';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormTextField } from '@/shared/form/form-fields';
import { render } from '@/testing/render';

import { PictureField } from './picture-field';
import { optionalPicture } from './picture-schema';

const schema = z.object({ name: z.string(), picture: optionalPicture });

function open(picture: z.infer<typeof optionalPicture> = null) {
  const onSubmit = vi.fn();
  const { user } = render(
    <Dialog open title="Assign Goal" onOpenChange={vi.fn()}>
      <Form
        schema={schema}
        initialValues={{ name: 'Water the plants', picture }}
        mutation={{ error: null, isPending: false }}
        onSubmit={onSubmit}
      >
        <FormTextField name="name" label="Name" />
        <PictureField hint="Large on the card." />
        <FormActions pendingLabel="Saving">Save</FormActions>
      </Form>
    </Dialog>,
  );
  const save = async () => {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    return (onSubmit.mock.calls.at(-1)?.[0] as z.infer<typeof schema>).picture;
  };
  return { user, save };
}

const chooser = () => within(screen.getByRole('dialog', { name: 'Choose a picture' }));

describe('the picture of a goal or an item', () => {
  // spec: 20.1
  it('is none by default', async () => {
    const { save } = open();
    expect(await save()).toBeNull();
  });

  // spec: 20.1
  it('is chosen among 24 with the arrow keys, and its name stands in the form', async () => {
    const { user, save } = open();
    await user.click(screen.getByRole('button', { name: 'Choose a Picture' }));
    expect(chooser().getByText(/Water the plants/)).toBeVisible();
    expect(chooser().getAllByRole('radio')).toHaveLength(24);
    expect(chooser().getByRole('button', { name: 'Use This Picture' })).toBeDisabled();
    await user.click(chooser().getByRole('radio', { name: 'Book' }));
    await user.keyboard('{ArrowRight}');
    expect(chooser().getByRole('radio', { name: 'Pencil' })).toBeChecked();
    await user.click(chooser().getByRole('button', { name: 'Use This Picture' }));
    expect(screen.queryByRole('dialog', { name: 'Choose a picture' })).not.toBeInTheDocument();
    expect(screen.getByText('Pencil')).toBeVisible();
    expect(await save()).toBe('pencil');
  });

  // spec: 20.1
  it('stays as it was when the chooser is closed, and is removed by its button or as No Picture', async () => {
    const { user, save } = open('soap');
    await user.click(screen.getByRole('button', { name: 'Change the picture' }));
    expect(chooser().getByRole('radio', { name: 'Wash hands' })).toBeChecked();
    await user.click(chooser().getByRole('radio', { name: 'Star' }));
    await user.keyboard('{Escape}');
    expect(await save()).toBe('soap');
    await user.click(screen.getByRole('button', { name: 'Change the picture' }));
    await user.click(chooser().getByRole('button', { name: 'No Picture' }));
    expect(await save()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Choose a Picture' }));
    await user.click(chooser().getByRole('radio', { name: 'Star' }));
    await user.click(chooser().getByRole('button', { name: 'Use This Picture' }));
    await user.click(screen.getByRole('button', { name: 'Remove the picture' }));
    expect(screen.getByRole('button', { name: 'Choose a Picture' })).toHaveFocus();
    expect(await save()).toBeNull();
  });
});
