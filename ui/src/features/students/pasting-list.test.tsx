import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { buildStudent } from '@/testing/builders';
import { render } from '@/testing/render';

import { ManageStudentsDialog } from './manage-students-dialog';

function open() {
  const onImport = vi.fn();
  const { user } = render(
    <ManageStudentsDialog
      open
      classroomId="c1"
      students={[buildStudent()]}
      onOpenChange={vi.fn()}
      onSaved={vi.fn()}
      onImport={onImport}
    />,
  );
  return { user, onImport };
}

const password = () => screen.getByLabelText('Password');

describe('a list that is pasted into Manage Students', () => {
  // spec: 5.8
  it.each(['Amara Okafor\nEmma Li\n', 'Amara\tOkafor'])('opens in the import: %j', async (text) => {
    const { user, onImport } = open();
    await user.click(password());
    await user.paste(text);
    expect(onImport).toHaveBeenCalledExactlyOnceWith(text);
    expect(password()).toHaveValue('');
  });

  // spec: 5.8
  it('asks first where something is unsaved', async () => {
    const { user, onImport } = open();
    await user.type(password(), 'sunny');
    await user.paste('Amara Okafor\nEmma Li');
    expect(screen.getByRole('alertdialog')).toHaveAccessibleName('Leave without saving?');
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(onImport).not.toHaveBeenCalled();
    expect(password()).toHaveValue('sunny');
    await user.click(screen.getByRole('button', { name: 'Import a List' }));
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }));
    expect(onImport).toHaveBeenCalledOnce();
  });

  it('is more than one line: one is the text of a field', async () => {
    const { user, onImport } = open();
    await user.click(password());
    await user.paste('maple, otter');
    expect(password()).toHaveValue('maple, otter');
    expect(onImport).not.toHaveBeenCalled();
  });
});
