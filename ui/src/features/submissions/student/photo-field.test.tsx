import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import { render } from '@/testing/render';

import { PhotoField } from './photo-field';

const onChoose = vi.fn();

function open() {
  render(
    <PhotoField
      photo={null}
      disabled={false}
      progress={null}
      onChoose={onChoose}
      onRemove={() => undefined}
    />,
  );
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no file input.');
  return input;
}

beforeEach(() => {
  onChoose.mockClear();
});

// spec: 7.5
it('hints at PNG or JPG, max 5MB', () => {
  open();
  expect(screen.getByText(/^PNG or JPG, max 5MB\./)).toBeVisible();
});

// spec: 7.4, 7.5
it.each([
  ['a PNG', 'proof.png', 'image/png', 1],
  ['a JPG', 'proof.jpg', 'image/jpeg', 1],
  ['one of 12 MB: the 5 MB are not enforced', 'proof.jpg', 'image/jpeg', 12 * 1024 * 1024],
])('takes %s', async (_case, name, type, size) => {
  const input = open();
  expect(input.accept.split(',')).toContain(type);
  const file = new File([new Uint8Array(size)], name, { type });
  await userEvent.upload(input, file);
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(file);
  expect(screen.queryByRole('alert')).toBeNull();
});

// spec: 7.4
it.each([
  ['a GIF', 'proof.gif', 'image/gif'],
  ['a TIFF', 'proof.tiff', 'image/tiff'],
  ['a PDF', 'proof.pdf', 'application/pdf'],
])('refuses %s before it is sent, in the words of the hint', async (_case, name, type) => {
  const input = open();
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(input, new File([new Uint8Array(1)], name, { type }));
  expect(screen.getByRole('alert')).toHaveTextContent(
    "This file can't be used as an image. Please choose a PNG or JPG.",
  );
  expect(onChoose).not.toHaveBeenCalled();
});
