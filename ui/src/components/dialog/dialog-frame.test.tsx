import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { render } from '@/testing/render';

import { ConfirmDialog } from './confirm-dialog';
import { Dialog } from './dialog';

const onConfirm = vi.fn();

function FormPage() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        onClick={() => {
          setOpen(true);
        }}
      >
        Open
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Form">
        Fields
      </Dialog>
    </>
  );
}

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        onClick={() => {
          setOpen(true);
        }}
      >
        Open
      </button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Sure?"
        description="It is gone then."
        confirmLabel="Yes"
        onConfirm={onConfirm}
      />
    </>
  );
}

/** Clicks; `detail` is the number of clicks at this place in a short time, 0 for a key. */
function click(name: string, detail: number) {
  fireEvent.click(screen.getByRole('button', { name }), { detail });
}

beforeEach(() => {
  onConfirm.mockReset();
});

afterEach(() => {
  vi.restoreAllMocks();
});

it('the second click of the double click that opens a dialog presses none of its buttons', () => {
  render(<Page />);
  click('Open', 1);
  click('Yes', 2);
  expect(onConfirm).not.toHaveBeenCalled();
  expect(screen.getByRole('alertdialog')).toBeVisible();
  click('Yes', 1);
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('a double click in a dialog counts twice', () => {
  render(<Page />);
  click('Open', 1);
  click('Yes', 1);
  click('Yes', 2);
  expect(onConfirm).toHaveBeenCalledTimes(2);
});

it('a key in a dialog counts', () => {
  render(<Page />);
  click('Open', 1);
  click('Yes', 0);
  expect(onConfirm).toHaveBeenCalledOnce();
});

it.each([
  ['where it was opened leaves it open', 105, 0, true],
  ['in another place closes it', 160, 0, false],
  ['later closes it', 105, 600, false],
])('a press outside a new form %s', async (_case, clientX, afterMs, stays) => {
  render(<FormPage />);
  vi.spyOn(screen.getByRole('button', { name: 'Open' }), 'getBoundingClientRect').mockReturnValue(
    new DOMRect(100, 0, 20, 20),
  );
  screen.getByRole('button', { name: 'Open' }).focus();
  click('Open', 1);
  // Radix listens from the next task on, and acts in the one after the click.
  const nextTask = () => act(() => new Promise((resolve) => setTimeout(resolve)));
  await nextTask();
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + afterMs);
  fireEvent(document.body, new MouseEvent('pointerdown', { bubbles: true, clientX, clientY: 10 }));
  fireEvent.click(document.body);
  await nextTask();
  expect(screen.queryByRole('dialog') !== null).toBe(stays);
});
