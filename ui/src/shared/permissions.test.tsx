import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Classroom } from '@/api/types';
import { buildClassroom, buildTeacherUser } from '@/testing/builders';
import { render } from '@/testing/render';

import { type Permission, useMay } from './permissions';

const PERMISSIONS: Permission[] = ['view', 'review', 'manage', 'administer'];

function Permitted({ classroom }: { classroom: Classroom | undefined }) {
  const may = {
    view: useMay(classroom, 'view'),
    review: useMay(classroom, 'review'),
    manage: useMay(classroom, 'manage'),
    administer: useMay(classroom, 'administer'),
  };
  return <p>{`May: ${PERMISSIONS.filter((each) => may[each]).join()}`}</p>;
}

const show = (classroom: Classroom | undefined) =>
  render(<Permitted classroom={classroom} />, { signedInAs: buildTeacherUser({ id: 't1' }) });

describe('permissions in a class', () => {
  it.each([
    ['for its owner', buildClassroom({ teacherId: 't1' })],
    ['while it loads', undefined],
  ])('are all of them %s', (_what, classroom) => {
    show(classroom);
    expect(screen.getByText('May: view,review,manage,administer')).toBeVisible();
  });

  it('are none for somebody else', () => {
    show(buildClassroom({ teacherId: 't2' }));
    expect(screen.getByText('May:')).toBeVisible();
  });
});
