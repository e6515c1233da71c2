import { t } from '@lingui/core/macro';
import { QRCodeSVG } from 'qrcode.react';

/** Quiet zone around the QR code, in modules. */
const QUIET_MODULES = 4;

/** QR code that fills its container. */
export function JoinCode({ url }: { url: string }) {
  return (
    <QRCodeSVG
      value={url}
      level="M"
      marginSize={QUIET_MODULES}
      fgColor="#14211f"
      bgColor="#ffffff"
      title={t`QR code for ${url}`}
      role="img"
      className="block aspect-square h-auto w-full rounded-control"
    />
  );
}
