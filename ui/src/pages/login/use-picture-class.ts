import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { authConfigQuery } from '@/auth/auth-config';
import { deviceClass } from '@/auth/device-class';

/** The class whose students sign in with pictures on this device. `scanned` is the class code of the address. */
export function usePictureClass(scanned: string) {
  const { data: config } = useQuery(authConfigQuery);
  const [kept] = useState(() => ({ code: deviceClass.code(), hasPictures: deviceClass.hasPictures() }));
  const [state, setState] = useState<'pictures' | 'username' | 'none'>('pictures');
  useEffect(() => {
    if (scanned) deviceClass.keep(scanned);
  }, [scanned]);
  const code = scanned || kept.code;
  // A class that had pictures is shown without waiting for the server.
  const mayHavePictures = config?.pictures ?? (kept.hasPictures && code === kept.code);
  const found = code && mayHavePictures && state !== 'none' ? code : null;
  return {
    /** The class code; null: the login page is shown. */
    shown: state === 'pictures' ? found : null,
    /** Whether the student has left the pictures and may come back. */
    hidden: state === 'username' && found !== null,
    leave: () => {
      setState('username');
    },
    comeBack: () => {
      setState('pictures');
    },
    /** The class doesn't sign in with pictures. */
    forget: () => {
      deviceClass.forget();
      setState('none');
    },
  };
}
