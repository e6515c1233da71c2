import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { buildClassroom } from '@/testing/builders';
import { errorResponse, json, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { MoveStudentsDialog } from './move-students-dialog';

const math = buildClassroom({ id: 'c2', name: 'Math 101', classCode: 'MATH22' });
const art = buildClassroom({ id: 'c3', name: 'Art', classCode: 'ART333' });
const recipients = [
  { id: 's1', name: 'Amara Okafor' },
  { id: 's2', name: 'Noor Ali' },
];

const MOVE = 'POST /api/classrooms/c2/students/move';

function open() {
  const onMoved = vi.fn();
  const { user } = render(
    <MoveStudentsDialog
      students={{ recipients, classSize: 12 }}
      classes={[math, art]}
      onClose={vi.fn()}
      onMoved={onMoved}
    />,
  );
  return { user, onMoved };
}

const button = () => screen.getByRole('button', { name: 'Move 2 Students' });

describe('moving several students', () => {
  // spec: 5.19
  it('says what goes along and what ends, sends them once, and says where they are', async () => {
    const calls = serve({ [MOVE]: () => slowly(json({ count: 2 })) });
    const { user, onMoved } = open();
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription('For Amara Okafor and Noor Ali.');
    expect(screen.getByText('Goals, proof, purchases, history and GoalBucks go along.')).toBeVisible();
    expect(screen.getByText('Places in groups and in goals that repeat end.')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('New class'), 'Math 101');
    await user.dblClick(button());
    expect(await screen.findByText('2 students moved')).toBeVisible();
    expect(screen.getByText('Now in Math 101.')).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ studentIds: ['s1', 's2'] }]);
    expect(onMoved).toHaveBeenCalledOnce();
  });

  // spec: 5.19
  it('names who doesn’t fit, until another class is chosen', async () => {
    const sentence = 'Nobody was moved, because of Amara Okafor (@amara.o).';
    serve({ [MOVE]: () => errorResponse(409, sentence, { code: 'username_taken' }) });
    const { user, onMoved } = open();
    await user.selectOptions(screen.getByLabelText('New class'), 'Math 101');
    await user.click(button());
    expect(await screen.findByText(sentence, { selector: '[role=dialog] *' })).toBeVisible();
    expect(onMoved).not.toHaveBeenCalled();
    await user.selectOptions(screen.getByLabelText('New class'), 'Art');
    expect(screen.queryByText(sentence, { selector: '[role=dialog] *' })).not.toBeInTheDocument();
  });
});
