import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

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

/** Clicks at a place and a time in ms. */
function clickAt(name: string, clientX: number, timeStamp: number, detail = 1) {
  const button = screen.getByRole('button', { name });
  const click = createEvent.click(button, { clientX, clientY: 500, detail });
  Object.defineProperty(click, 'timeStamp', { value: timeStamp });
  fireEvent(button, click);
}

beforeEach(() => {
  onConfirm.mockReset();
});

it('the second click of the double click that opens a dialog presses none of its buttons', () => {
  render(<Page />);
  clickAt('Open', 100, 1000);
  clickAt('Yes', 105, 1200);
  expect(onConfirm).not.toHaveBeenCalled();
  expect(screen.getByRole('alertdialog')).toBeVisible();
});

it.each([
  ['in another place', 160, 1200, 1],
  ['later', 105, 1600, 1],
  ['by a key', 100, 1200, 0],
])('a click %s counts', (_case, clientX, timeStamp, detail) => {
  render(<Page />);
  clickAt('Open', 100, 1000);
  clickAt('Yes', clientX, timeStamp, detail);
  expect(onConfirm).toHaveBeenCalledOnce();
});

it.each([
  ['leaves it open', 105, 1200, true],
  ['closes it in another place', 160, 1200, false],
  ['closes it later', 105, 1600, false],
])('a press outside after the click that opened a form %s', async (_case, clientX, timeStamp, stays) => {
  render(<FormPage />);
  clickAt('Open', 100, 1000);
  // Radix listens from the next task on, and acts in the one after the click.
  const nextTask = () => act(() => new Promise((resolve) => setTimeout(resolve)));
  await nextTask();
  const press = createEvent.pointerDown(document.body);
  Object.defineProperties(press, {
    clientX: { value: clientX },
    clientY: { value: 500 },
    timeStamp: { value: timeStamp },
  });
  fireEvent(document.body, press);
  fireEvent.click(document.body);
  await nextTask();
  expect(screen.queryByRole('dialog') !== null).toBe(stays);
});
