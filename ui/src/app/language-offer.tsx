import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId, useState } from 'react';

import { useSession } from '@/auth/session-context';
import { Button } from '@/components/button';
import { announce } from '@/components/live-region/announce';
import { browserStorage } from '@/lib/browser-storage';
import { type Language, languageName, setDeviceLanguage } from '@/lib/language';
import { useChooseLanguage } from '@/shared/language/mutations';

/** Key in local storage: set when the offer has been declined on this device. */
const DECLINED_KEY = 'language_offer_declined';

type ChoiceProps = { language: Language };

function AccountLanguageButton({ language }: ChoiceProps) {
  const { mutate } = useChooseLanguage();
  return (
    <Button
      lang={language}
      onClick={() => {
        mutate(language);
      }}
    >
      {languageName(language)}
    </Button>
  );
}

function DeviceLanguageButton({ language }: ChoiceProps) {
  return (
    <Button
      lang={language}
      onClick={() => {
        setDeviceLanguage(language);
      }}
    >
      {languageName(language)}
    </Button>
  );
}

/**
 * A bar above the page that offers its language: of the account, on the login page of the device. Its text is in the
 * page's language, which the browser translates. It vanishes with the choice, since then the page is in that language.
 */
export function LanguageOffer({ language }: ChoiceProps) {
  const { user } = useSession();
  const [isDeclined, setIsDeclined] = useState(() => browserStorage.get(DECLINED_KEY) !== null);
  const id = useId();
  const name = languageName(language);
  const text = t`GoalBucks is also available in ${name}.`;
  useEffect(() => {
    if (!isDeclined) announce(text);
  }, [isDeclined, text]);
  if (isDeclined) return null;
  const decline = () => {
    browserStorage.set(DECLINED_KEY, 'yes');
    setIsDeclined(true);
  };
  return (
    <section
      data-language-offer
      aria-labelledby={id}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-brand-soft px-4 py-2 lg:min-h-(--language-offer) lg:py-1 print:hidden"
    >
      <p id={id} className="text-brand-ink">
        {text}
      </p>
      <div className="flex gap-2">
        {user ? <AccountLanguageButton language={language} /> : <DeviceLanguageButton language={language} />}
        <Button variant="ghost" onClick={decline}>
          <Trans>No, thanks</Trans>
        </Button>
      </div>
    </section>
  );
}
