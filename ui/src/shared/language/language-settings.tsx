import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { useUser } from '@/auth/session-context';
import { useStore } from '@/hooks/use-store';
import { activeLanguage, LANGUAGES, TEACHER_LANGUAGES } from '@/lib/language';
import { settingsQuery } from '@/shared/settings-query';

import { LanguageChoice } from './language-choice';
import { useChooseLanguage, useChooseServerLanguage } from './mutations';

/** The language of the signed-in user. */
export function AccountLanguage({ legend, hint }: { legend: string; hint: string }) {
  const user = useUser();
  const active = useStore(activeLanguage);
  const { mutate } = useChooseLanguage();
  return (
    <LanguageChoice
      legend={legend}
      hint={hint}
      languages={user.role === 'teacher' ? TEACHER_LANGUAGES : LANGUAGES}
      value={user.language ?? active}
      onChange={mutate}
    />
  );
}

/** The language of the login page and of accounts that have chosen none. */
function ServerLanguage() {
  const { data: settings } = useQuery(settingsQuery);
  const { mutate, isPending, variables } = useChooseServerLanguage();
  if (!settings) return null;
  return (
    <div className="border-t border-line pt-5">
      <LanguageChoice
        legend={t`Login page and new students`}
        hint={
          settings.changeable
            ? t`Each student can change it under Your account.`
            : t`You can change this on the class computer itself.`
        }
        languages={TEACHER_LANGUAGES}
        value={isPending ? variables : settings.language}
        disabled={!settings.changeable}
        onChange={mutate}
      />
    </div>
  );
}

/** The teacher's language, and on a class computer that of its login page. */
export function LanguageSettings({ isSchool }: { isSchool: boolean }) {
  return (
    <div className="flex flex-col gap-5">
      <AccountLanguage legend={t`For you`} hint={t`Goes with your account, on every device.`} />
      {!isSchool && <ServerLanguage />}
    </div>
  );
}
