import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Classroom } from '@/api/types';
import { buildClassroom, buildTeacherUser } from '@/testing/builders';
import { render } from '@/testing/render';

import { type Permission, useMay, useMayRead } from './permissions';

const PERMISSIONS: Permission[] = ['view', 'review', 'fulfill', 'manage', 'refund', 'administer', 'remove'];

function List({
  classroom,
  hook,
  label,
}: {
  classroom: Classroom | undefined;
  hook: typeof useMay;
  label: string;
}) {
  const permitted = {
    view: hook(classroom, 'view'),
    review: hook(classroom, 'review'),
    fulfill: hook(classroom, 'fulfill'),
    manage: hook(classroom, 'manage'),
    refund: hook(classroom, 'refund'),
    administer: hook(classroom, 'administer'),
    remove: hook(classroom, 'remove'),
  };
  return <p>{`${label}: ${PERMISSIONS.filter((each) => permitted[each]).join()}`}</p>;
}

function show(classroom: Classroom | undefined) {
  render(
    <>
      <List classroom={classroom} hook={useMay} label="May" />
      <List classroom={classroom} hook={useMayRead} label="May read" />
    </>,
    { signedInAs: buildTeacherUser({ id: 't1' }) },
  );
}

describe('permissions in a class', () => {
  it.each([
    ['for its owner', buildClassroom({ teacherId: 't1' })],
    ['while it loads', undefined],
  ])('are all of them %s', (_what, classroom) => {
    show(classroom);
    expect(screen.getByText(`May: ${PERMISSIONS.join()}`)).toBeVisible();
  });

  // spec: 26.4
  it('are, for a co-teacher, all but what the owner alone may', () => {
    show(buildClassroom({ teacherId: 't2' }));
    expect(screen.getByText('May: view,review,fulfill,manage,refund')).toBeVisible();
  });

  // spec: 4.12
  it('are, in an archived class, those that end it and all of them to read', () => {
    show(buildClassroom({ teacherId: 't1', archivedAt: '2026-06-12T09:00:00Z' }));
    expect(screen.getByText('May: view,fulfill,refund,remove')).toBeVisible();
    expect(screen.getByText(`May read: ${PERMISSIONS.join()}`)).toBeVisible();
  });
});
