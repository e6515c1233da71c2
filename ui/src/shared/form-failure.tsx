import { useState } from 'react';

import { ApiError, isStatus, outageOf } from '@/api/api-error';
import { hasServerExplanation } from '@/api/failure-toast';
import { failureTextOf } from '@/api/mutation-policy';
import { isShownAtFields } from '@/api/server-field-error';
import { FormAlert } from '@/components/form-alert';
import { useFailureFocus } from '@/hooks/use-failure-focus';

import { type UnconfirmedSend, UnconfirmedSendAlert } from './unconfirmed-send-alert';

type FormFailureProps = {
  /** Error of the last attempt. */
  error: Error | null;
  /** Fields of the request body whose messages the form shows under its inputs. */
  fields?: readonly string[];
  /** What the form sent, if its mutation has no toast `unlessUnconfirmed`. */
  unconfirmed?: UnconfirmedSend | undefined;
  /** Whether the next attempt is being sent: the last message keeps its space, so that the buttons don't move. */
  pending?: boolean;
  className?: string | undefined;
};

function Message({ error, fields = [], unconfirmed }: FormFailureProps) {
  // The login screen reports ended sessions.
  if (error === null || isStatus(error, 401) || isShownAtFields(error, fields)) return null;
  if (unconfirmed !== undefined && outageOf(error) !== null)
    return <UnconfirmedSendAlert error={error} unconfirmed={unconfirmed} />;
  const sentence = error instanceof ApiError && hasServerExplanation(error) ? error.error : undefined;
  return <FormAlert>{sentence ?? failureTextOf(error)}</FormAlert>;
}

/**
 * Error of the form's last attempt, shown until the next one: the server's message if it is helpful, else the text of the
 * mutation's `failed`. Focuses the first invalid field. Place it inside the form, above the buttons.
 */
export function FormFailure({ pending = false, className, ...props }: FormFailureProps) {
  const { error } = props;
  const ref = useFailureFocus(error);
  const [lastError, setLastError] = useState(error);
  if (error !== null && error !== lastError) setLastError(error);
  const reserved = error === null && pending ? lastError : null;
  return (
    <div ref={ref} className={error === null && reserved === null ? 'hidden' : className}>
      {reserved === null ? (
        <Message {...props} />
      ) : (
        <div aria-hidden style={{ visibility: 'hidden' }}>
          <Message {...props} error={reserved} />
        </div>
      )}
    </div>
  );
}
