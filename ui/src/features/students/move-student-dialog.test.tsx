import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { buildClassroom, buildStudent } from '@/testing/builders';
import { json, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { MoveStudentDialog } from './move-student-dialog';

const amara = buildStudent();
const math = buildClassroom({ id: 'c2', name: 'Math 101', classCode: 'MATH22' });
const art = buildClassroom({ id: 'c3', name: 'Art', classCode: 'ART333' });

const MOVE = 'PUT /api/students/s1/classroom';

function open(classes = [math, art]) {
  const onClose = vi.fn();
  const { user } = render(<MoveStudentDialog student={amara} classes={classes} onClose={onClose} />);
  return { user, onClose };
}

const button = () => screen.getByRole('button', { name: 'Move Student' });

describe('moving a student', () => {
  it('names the code of classes whose names look alike, however long they are', () => {
    const long = 'A class with a name that fills a phone twice over';
    const codes = ['AAA222', 'BBB333'];
    open([art, ...codes.map((classCode) => ({ ...math, id: classCode, name: long, classCode }))]);
    const choices = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(choices).toEqual([
      'Choose a class',
      'Art',
      'A class with a na… · AAA222',
      'A class with a na… · BBB333',
    ]);
  });

  it('needs a class, and says what goes along and which code counts then', async () => {
    const { user } = open();
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription('For Amara Okafor.');
    expect(screen.getByText('Goals, proof, purchases, history and GoalBucks go along.')).toBeVisible();
    expect(screen.getByText(/The code of the new class counts from then on/)).toBeVisible();
    await user.click(button());
    expect(screen.getByLabelText('New class')).toHaveAccessibleDescription('Choose a class.');
    expect(screen.getByLabelText('New class')).toHaveFocus();
    await user.selectOptions(screen.getByLabelText('New class'), 'Math 101');
    expect(screen.getByText('MATH22').parentElement).toHaveTextContent(
      'From then on the class code is MATH22. Username, password and login card stay the same.',
    );
    expect(screen.getByLabelText('New class')).toBeValid();
  });

  it('to the only other class needs no choice', () => {
    open([math]);
    expect(screen.getByLabelText('New class')).toHaveDisplayValue('Math 101');
    expect(button()).toBeEnabled();
  });

  // spec: 5.9
  it('sends the class once and says so', async () => {
    const calls = serve({ [MOVE]: () => slowly(json({ ...amara, classroomId: 'c3' })) });
    const { user, onClose } = open();
    await user.selectOptions(screen.getByLabelText('New class'), 'Art');
    await user.dblClick(button());
    expect(await screen.findByText('Student moved')).toBeVisible();
    expect(screen.getByText('Amara Okafor is now in Art.')).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ classroomId: 'c3' }]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('whose username the class has already says so, until another class is chosen', async () => {
    serve({ [MOVE]: () => errorResponse(409, 'Another student has it.', { code: 'username_taken' }) });
    const { user, onClose } = open();
    const choice = screen.getByLabelText('New class');
    await user.selectOptions(choice, 'Math 101');
    await user.click(button());
    expect(
      await screen.findByText('Failed to move student. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(choice).toHaveAccessibleDescription(
      'Somebody in Math 101 has the username @amara.o already. Change one of the two in Manage Students first.',
    );
    expect(onClose).not.toHaveBeenCalled();
    await user.selectOptions(choice, 'Art');
    expect(choice).not.toHaveAccessibleDescription();
  });
});
