import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  type ChangeEvent,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import { Button } from '@/components/button';
import { useBlockClosing } from '@/components/dialog/unsaved-changes';
import { FormAlert } from '@/components/form-alert';
import { TextField } from '@/components/input';

import { CARD_CODE_LENGTH, caretAfter, formatCardCode } from './card-code';
import { useCardSignIn } from './card-mutations';
import { rememberLoginWay } from './login-way';
import { studentLoginFailure } from './sign-in-failure';
import { StudentLoginButton } from './student-login-button';

/** The typed code in two groups, with the caret where it was. */
function useCodeField(onChange: () => void) {
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [code]);
  // The dialog focuses its first field when it opens, but not when its view changes.
  useEffect(() => {
    input.current?.focus();
  }, []);
  const type = ({ currentTarget: { value, selectionStart } }: ChangeEvent<HTMLInputElement>) => {
    caret.current = caretAfter(value.slice(0, selectionStart ?? value.length));
    setCode(formatCardCode(value));
    onChange();
  };
  return { code, input, type };
}

function useCardLogin() {
  const signIn = useCardSignIn();
  const [incomplete, setIncomplete] = useState(false);
  const { code, input, type } = useCodeField(() => {
    setIncomplete(false);
    signIn.reset();
  });
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (signIn.isPending) return;
    if (code.replace(' ', '').length < CARD_CODE_LENGTH) {
      setIncomplete(true);
      input.current?.focus();
      return;
    }
    signIn.mutate(code, {
      onSuccess: () => {
        rememberLoginWay('card');
      },
      onError: () => {
        input.current?.focus();
      },
    });
  };
  const failure = signIn.isError ? studentLoginFailure(signIn.error) : null;
  const message = incomplete ? t`A card code has 8 letters and numbers.` : failure;
  return { code, input, type, send, message, pending: signIn.isPending };
}

/** Sign-in with the code of a login card, for devices without a camera. */
export function CardCodeForm({ onPassword }: { onPassword: () => void }) {
  const alertId = useId();
  const { code, input, type, send, message, pending } = useCardLogin();
  useBlockClosing(pending);
  return (
    <form noValidate onSubmit={send} className="mt-5 flex flex-col gap-4">
      <TextField
        ref={input}
        label={t`Card code`}
        hint={t`8 letters and numbers, at the bottom of your card. Small or capital letters, both work.`}
        value={code}
        onChange={type}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputClass="min-h-15! text-center text-title font-bold tracking-code"
        errorId={message === null ? undefined : alertId}
      />
      {message !== null && <FormAlert id={alertId}>{message}</FormAlert>}
      <StudentLoginButton pending={pending} />
      <Button variant="ghost" block onClick={onPassword}>
        <Trans>Use Username and Password</Trans>
      </Button>
    </form>
  );
}
