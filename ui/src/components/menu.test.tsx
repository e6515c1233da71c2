import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { historySettled } from '@/testing/history';

import { Dialog } from './dialog/dialog';
import { dialogHistory } from './dialog/dialog-history';
import { Menu, MenuDownload, MenuItem } from './menu';

function Class({ onDelete = vi.fn() }: { onDelete?: () => void }) {
  const [editing, setEditing] = useState(false);
  return (
    <>
      <Menu label="More for this class">
        <MenuItem
          icon={<svg />}
          onSelect={() => {
            setEditing(true);
          }}
        >
          Edit Class
        </MenuItem>
        <MenuDownload icon={<svg />} href="/balances.csv">
          Download
        </MenuDownload>
        <MenuItem disabled icon={<svg />} tone="danger" onSelect={onDelete}>
          Delete
        </MenuItem>
      </Menu>
      <Dialog open={editing} onOpenChange={setEditing} title="Edit Class">
        <input aria-label="Name" />
      </Dialog>
    </>
  );
}

async function goBack() {
  history.back();
  await historySettled();
}

/** Pushes the page's history entry, and one before it. */
function openPage() {
  history.pushState(null, '', '/before');
  history.pushState(null, '', '/class');
}

const isAtMarker = () => (history.state as { dialog?: true } | null)?.dialog === true;

const dots = () => screen.getByRole('button', { name: 'More for this class' });

// A dialog that the previous test closed may still return the focus or move the history.
beforeEach(historySettled);

describe('a menu', () => {
  beforeEach(() => dialogHistory.start());

  it('opens and is used by keyboard, and Escape gives the focus back', async () => {
    const user = userEvent.setup();
    render(<Class />);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('menuitem', { name: 'Edit Class' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Download' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement).toBe(dots());
  });

  it('that opened a dialog has the focus again when the dialog closes', async () => {
    const user = userEvent.setup();
    render(<Class />);
    await user.click(dots());
    await user.click(screen.getByRole('menuitem', { name: 'Edit Class' }));
    expect(await screen.findByRole('dialog')).toHaveAccessibleName('Edit Class');
    expect(screen.getByLabelText('Name')).toHaveFocus();
    await user.keyboard('{Escape}');
    await expect.poll(() => document.activeElement).toBe(dots());
  });

  it('closes on Back, which leaves the page only after that', async () => {
    openPage();
    const user = userEvent.setup();
    render(<Class />);
    await user.click(dots());
    await goBack();
    await expect.poll(() => screen.queryByRole('menu')).toBeNull();
    expect(location.pathname).toBe('/class');
    await expect.poll(() => document.activeElement).toBe(dots());
    await expect.poll(isAtMarker).toBe(false);
    await goBack();
    await expect.poll(() => location.pathname).toBe('/before');
  });

  it('that opened a dialog leaves Back to the dialog', async () => {
    openPage();
    const user = userEvent.setup();
    render(<Class />);
    await user.click(dots());
    await user.click(screen.getByRole('menuitem', { name: 'Edit Class' }));
    await screen.findByRole('dialog');
    await historySettled();
    await expect.poll(isAtMarker).toBe(true);
    await goBack();
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(location.pathname).toBe('/class');
    await expect.poll(isAtMarker).toBe(false);
    await goBack();
    await expect.poll(() => location.pathname).toBe('/before');
  });

  it('downloads by a plain link, and does nothing of what is disabled', async () => {
    const user = userEvent.setup();
    const onDelete = vi.fn();
    render(<Class onDelete={onDelete} />);
    await user.click(dots());
    const link = screen.getByRole('menuitem', { name: 'Download' });
    expect(link).toHaveAttribute('href', '/balances.csv');
    expect(link).toHaveAttribute('download');
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(onDelete).not.toHaveBeenCalled();
  });
});
