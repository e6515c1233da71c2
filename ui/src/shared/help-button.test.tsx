import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { Dialog } from '@/components/dialog/dialog';
import { TextField } from '@/components/input';
import { render } from '@/testing/render';

import { HelpButton } from './help-button';

const TITLE = 'Take GoalBucks back';

async function openAnswer() {
  const app = render(
    <Dialog open onOpenChange={() => undefined} title="Correct Balance">
      <TextField label="Reason" />
      <HelpButton answer="take-goalbucks-back" />
    </Dialog>,
  );
  await app.user.type(screen.getByLabelText('Reason'), 'Counted twice');
  await app.user.click(screen.getByRole('button', { name: TITLE }));
  const answer = within(await screen.findByRole('dialog', { name: TITLE }));
  expect(await answer.findByText(/^It depends on where they came from/)).toBeVisible();
  return { ...app, answer };
}

describe('the help of a dialog', () => {
  // spec: 3.17
  it('is an answer without links, which would leave the dialog', async () => {
    const { answer } = await openAnswer();
    expect(answer.getAllByRole('listitem').length).toBeGreaterThan(3);
    expect(answer.getByText(/“I approved the wrong one”/)).toBeVisible();
    expect(answer.queryByRole('link')).not.toBeInTheDocument();
  });

  // spec: 3.17
  it('closes alone, and what is typed stays', async () => {
    const { user } = await openAnswer();
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog', { name: TITLE })).not.toBeInTheDocument();
    });
    expect(screen.getByLabelText('Reason')).toHaveValue('Counted twice');
    expect(screen.getByRole('button', { name: TITLE })).toHaveFocus();
  });
});
