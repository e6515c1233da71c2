import { t } from '@lingui/core/macro';

import { Switch } from '@/components/switch';
import { useStore } from '@/hooks/use-store';
import { readAloud } from '@/lib/read-aloud';

import { useHasVoice } from './voices';

/** Switches reading aloud on and off in this browser. Off on a device without a voice in the language of the page. */
export function ReadAloudSwitch() {
  const isOn = useStore(readAloud);
  const hasVoice = useHasVoice() !== false;
  return (
    <Switch
      label={t`Read aloud`}
      hint={
        hasVoice
          ? t`Goals, comments, items and messages get a speaker button. Press it to listen.`
          : t`This device has no English voice of its own.`
      }
      checked={isOn && hasVoice}
      disabled={!hasVoice}
      onCheckedChange={readAloud.set}
    />
  );
}
