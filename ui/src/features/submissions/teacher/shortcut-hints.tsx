import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Keyboard, KeyboardOff } from 'lucide-react';

import { IconButton } from '@/components/icon-button';

const hints = [
  { keys: 'A', action: msg({ message: 'approve', comment: 'Beside the key that does it' }) },
  { keys: 'D', action: msg({ message: 'deny', comment: 'Beside the key that does it' }) },
  {
    keys: '←',
    action: msg({
      message: 'previous',
      comment: 'The previous submission, beside the arrow key that goes there',
    }),
  },
  {
    keys: '→',
    action: msg({ message: 'next', comment: 'The next submission, beside the arrow key that goes there' }),
  },
  {
    keys: msg`Ctrl+Enter`,
    action: msg({ message: 'confirm', comment: 'Beside the keys that send an open comment' }),
  },
];

type ShortcutHintsProps = { on: boolean; onChange: (on: boolean) => void };

/** Keyboard shortcuts, where there is room for them, and a toggle. */
export function ShortcutHints({ on, onChange }: ShortcutHintsProps) {
  return (
    <div className="flex items-center gap-3 text-small text-ink-2 max-lg:hidden pointer-coarse:hidden">
      {on &&
        hints.map(({ keys, action }) => (
          <span key={i18n._(action)} className="flex items-center gap-1.5 max-xl:hidden">
            <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-small bg-sunken px-1 font-sans font-mid">
              {typeof keys === 'string' ? keys : i18n._(keys)}
            </kbd>
            {i18n._(action)}
          </span>
        ))}
      <IconButton
        label={on ? t`Turn keyboard shortcuts off` : t`Turn keyboard shortcuts on`}
        icon={on ? <Keyboard aria-hidden /> : <KeyboardOff aria-hidden />}
        onClick={() => {
          onChange(!on);
        }}
      />
    </div>
  );
}
