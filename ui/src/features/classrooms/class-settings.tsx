import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Download, KeyRound, Pencil } from 'lucide-react';
import { Link } from 'react-router';

import type { Classroom } from '@/api/types';
import { Button, buttonClass } from '@/components/button';
import { useMay } from '@/shared/permissions';

import { balancesPath } from './balances-path';
import { useClassDialogs } from './use-class-dialogs';

function ClassSettingsActions({ classroom }: { classroom: Classroom }) {
  const { name } = classroom;
  const { edit, renewCode, dialogs } = useClassDialogs(classroom);
  const mayManage = useMay(classroom, 'manage');
  return (
    <div className="-mx-2 flex flex-wrap gap-x-1">
      {mayManage && (
        <>
          <Button
            variant="link"
            icon={<Pencil aria-hidden />}
            aria-label={t`Edit Class ${name}`}
            onClick={edit}
          >
            <Trans>Edit Class</Trans>
          </Button>
          <Button
            variant="link"
            icon={<KeyRound aria-hidden />}
            aria-label={t`New Class Code of ${name}`}
            onClick={renewCode}
          >
            <Trans>New Class Code</Trans>
          </Button>
        </>
      )}
      <a
        href={balancesPath(classroom.id)}
        download
        aria-label={t`Download balances (CSV) of ${name}`}
        className={buttonClass({ variant: 'link' })}
      >
        <Download aria-hidden />
        <Trans>Download balances (CSV)</Trans>
      </a>
      {dialogs}
    </div>
  );
}

/** A class in the settings: name, code and actions. */
export function ClassSettings({ classroom }: { classroom: Classroom }) {
  return (
    <li className="border-t border-line px-5 py-3 first:border-t-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <Link
            to={`/teacher/class/${classroom.id}`}
            className="rounded-small font-mid wrap-anywhere underline-offset-3 hover:underline"
          >
            <bdi>{classroom.name}</bdi>
          </Link>
          {classroom.gradeLevel && (
            <p className="text-small text-ink-2 wrap-anywhere">{classroom.gradeLevel}</p>
          )}
        </div>
        <p className="text-end">
          <span className="block text-small text-ink-2">
            <Trans>Class code</Trans>
          </span>
          <span className="font-bold tracking-code">{classroom.classCode}</span>
        </p>
      </div>
      <ClassSettingsActions classroom={classroom} />
    </li>
  );
}
