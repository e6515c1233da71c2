import { I18nProvider } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { QRCodeSVG } from 'qrcode.react';

import { BrandMark } from '@/components/illustrations/brand';
import { classNames } from '@/lib/class-names';
import { directionOf } from '@/lib/language';

import type { CardTexts } from './card-texts';

const QUIET_MODULES = 4;
/** Length of each of the two groups in which a code is printed. */
const GROUP_LENGTH = 4;
/** A longer first name is printed in smaller letters. */
const LONG_NAME = 11;

export type PrintedCard = CardTexts & {
  studentId: string;
  code: string;
  firstName: string;
  lastName: string;
};

export type CardPlace = {
  className: string;
  /** URL of the server, without path. */
  address: string;
};

/** What the student does with the card. */
function HowTo({ address, code }: { address: string; code: string }) {
  return (
    <div className="mt-auto">
      <p className="text-ink-2">
        <Trans comment="On a login card, above an address">1. Scan, or open</Trans>
      </p>
      <p className="login-card-address font-bold wrap-anywhere">
        <bdi dir="ltr">{address.replace(/^https?:\/\//, '')}</bdi>
      </p>
      <p className="mt-[1mm] text-ink-2">
        <Trans comment="On a login card, above the code">2. Student Login, card code</Trans>
      </p>
      <p className="login-card-code font-bold whitespace-nowrap">
        <bdi dir="ltr">
          {code.slice(0, GROUP_LENGTH)} {code.slice(GROUP_LENGTH)}
        </bdi>
      </p>
    </div>
  );
}

function Contents({ card, className, address }: CardPlace & { card: PrintedCard }) {
  const { code, firstName, lastName } = card;
  return (
    <>
      <div className="flex min-w-0 flex-col">
        <p className="flex items-center gap-[6px] font-bold text-brand-ink">
          <BrandMark className="size-[18px]" />
          <Trans>GoalBucks</Trans>
        </p>
        <p
          className={classNames(
            'login-card-name mt-[2mm] line-clamp-2 font-bold wrap-anywhere',
            firstName.length > LONG_NAME && 'login-card-name-long',
          )}
        >
          <bdi>{firstName}</bdi>
        </p>
        <p className="line-clamp-2 wrap-anywhere">
          <bdi>{lastName}</bdi>
        </p>
        <p className="line-clamp-2 wrap-anywhere text-ink-2">
          <bdi>{className}</bdi>
        </p>
        <HowTo address={address} code={code} />
      </div>
      <QRCodeSVG
        value={`${address}/card#${code}`}
        level="M"
        marginSize={QUIET_MODULES}
        fgColor="#14211f"
        bgColor="#ffffff"
        className="login-card-qr"
      />
    </>
  );
}

/** A login card, in its student's language. */
export function LoginCard({ card, ...place }: CardPlace & { card: PrintedCard }) {
  const { language, texts } = card;
  return (
    <li className="login-card" lang={language} dir={directionOf(language)}>
      <I18nProvider i18n={texts}>
        <Contents card={card} {...place} />
      </I18nProvider>
    </li>
  );
}
