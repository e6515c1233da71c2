import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { ComputerSettings } from '@/api/types';
import { CopyButton } from '@/components/copy-button';
import { Skeleton } from '@/components/skeleton';
import { Switch } from '@/components/switch';
import { QueryView } from '@/shared/query-view';
import { settingsQuery } from '@/shared/settings-query';
import { ShowFolderButton } from '@/shared/show-folder-button';

import { type ToggleSetting, useShowLogs, useToggleSetting } from './mutations';

type SettingSwitchProps = {
  name: ToggleSetting;
  settings: ComputerSettings;
  label: string;
  hint: ReactNode;
  fixed?: boolean;
};

/** Saves immediately: shows the new value while saving, and the old one after a failure. */
function SettingSwitch({ name, settings, label, hint, fixed = false }: SettingSwitchProps) {
  const { mutate, isPending, variables } = useToggleSetting(name);
  return (
    <Switch
      label={label}
      hint={
        <>
          {fixed
            ? t`Always on here: the school’s server, or the way GoalBucks is started, decides this.`
            : hint}
          {!settings.changeable && !fixed && (
            <span className="mt-1 block">
              <Trans>You can change this on the class computer itself.</Trans>
            </span>
          )}
        </>
      }
      checked={isPending ? variables : settings[name]}
      pending={isPending}
      disabled={fixed || !settings.changeable}
      onCheckedChange={(on) => {
        mutate(on);
      }}
    />
  );
}

function ShowLogsButton() {
  return <ShowFolderButton mutation={useShowLogs()}>{t`Show logs`}</ShowFolderButton>;
}

function DataFolder({ path, canShowLogs }: { path: string; canShowLogs: boolean }) {
  return (
    <>
      <dt className="font-mid">
        <Trans>Data folder</Trans>
      </dt>
      <dd>
        <p className="mt-1 rounded-control bg-sunken px-3 py-2 wrap-anywhere select-all">
          <bdi>{path}</bdi>
        </p>
        <p className="mt-1.5 text-small text-ink-2">
          <Trans>GoalBucks keeps its data and its logs in this folder.</Trans>
        </p>
        <p className="mt-3 flex flex-wrap gap-2">
          <CopyButton
            text={path}
            copiedText={t`Data folder copied.`}
            failedText={t`Your browser didn’t copy the data folder. Please select it and copy it yourself.`}
          />
          {canShowLogs && <ShowLogsButton />}
        </p>
      </dd>
    </>
  );
}

function LoadingSettings() {
  return (
    <div className="flex flex-col gap-6 py-1">
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-1/4" />
    </div>
  );
}

function Version({ settings }: { settings: ComputerSettings }) {
  return (
    <>
      <div className="flex flex-wrap gap-x-3">
        <dt className="font-mid">
          <Trans>Version</Trans>
        </dt>
        <dd className="wrap-anywhere">{settings.version}</dd>
      </div>
      <div className="mt-1 flex flex-wrap gap-x-3">
        <dt className="font-mid">
          <Trans>License</Trans>
        </dt>
        <dd>
          <Trans>Apache License 2.0, copyright 2026 The GoalBucks authors</Trans>
        </dd>
      </div>
    </>
  );
}

/** The class computer's switches, version and data folder. */
function Settings({ settings }: { settings: ComputerSettings }) {
  return (
    <div className="flex flex-col gap-5">
      <SettingSwitch
        name="teacherFromNetwork"
        settings={settings}
        label={t`Allow teacher sign-in from other devices`}
        hint={t`Students’ devices can then try to sign in as a teacher too, so choose a password that nobody guesses. New teacher accounts are still created on the class computer only.`}
        fixed={settings.teacherFromNetworkFixed}
      />
      <SettingSwitch
        name="keepAwake"
        settings={settings}
        label={t`Keep this computer awake while students are connected`}
        hint={t`It doesn’t fall asleep in the middle of a lesson. Its screen may still turn off.`}
      />
      <dl className="border-t border-line pt-5">
        <Version settings={settings} />
        {settings.dataFolder !== null && (
          <div className="mt-4">
            <DataFolder path={settings.dataFolder} canShowLogs={settings.canShowLogs} />
          </div>
        )}
      </dl>
    </div>
  );
}

/** Settings of the class computer: read-only from other devices. A school server shows only the version. */
export function ThisComputer({ isSchool }: { isSchool: boolean }) {
  const query = useQuery(settingsQuery);
  return (
    <QueryView
      query={query}
      level={3}
      title={t`These settings didn't load`}
      loading={t`Loading settings...`}
      skeleton={<LoadingSettings />}
    >
      {(settings) =>
        isSchool ? (
          <dl>
            <Version settings={settings} />
          </dl>
        ) : (
          <Settings settings={settings} />
        )
      }
    </QueryView>
  );
}
