import { QRCodeSVG } from 'qrcode.react';

/** What a reader needs around the code, in the dark too: four modules of white. */
const QUIET_MODULES = 4;

/** The address as a code to scan; as large as its place. */
export function JoinCode({ link }: { link: string }) {
  return (
    <QRCodeSVG
      value={link}
      level="M"
      marginSize={QUIET_MODULES}
      fgColor="#14211f"
      bgColor="#ffffff"
      title={`QR code for ${link}`}
      role="img"
      className="block aspect-square h-auto w-full rounded-control"
    />
  );
}
