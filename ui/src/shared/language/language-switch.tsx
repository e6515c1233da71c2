import { Suspense, useState } from 'react';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import type { Language } from '@/lib/language';

import { LanguageButton } from './language-button';
import { LanguageStatus } from './language-choice';

const LanguageMenu = lazyWhenReachable(() => import('./language-menu'));

/** Switches the language of this device, on the login page. The menu is loaded when it is opened. */
export function LanguageSwitch() {
  const [wasOpened, setWasOpened] = useState(false);
  const [chosen, setChosen] = useState<Language | null>(null);
  return (
    <>
      {wasOpened ? (
        <Suspense fallback={<LanguageButton pending />}>
          <LanguageMenu onChoose={setChosen} />
        </Suspense>
      ) : (
        <LanguageButton
          aria-expanded={false}
          onClick={() => {
            setWasOpened(true);
          }}
        />
      )}
      <LanguageStatus chosen={chosen} />
    </>
  );
}
