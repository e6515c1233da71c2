import { ApiError, isStatus, whoIsSilent } from '@/api/api-error';
import { isExplained } from '@/api/failure-toast';
import { FormAlert } from '@/components/form-alert';
import { useFailureFocus } from '@/hooks/use-failure-focus';

import { LostNote } from './lost-note';

type FormFailureProps = {
  /** What the last attempt failed with. */
  error: Error | null;
  /** The catalogue's text, where the server's own sentence doesn't help. */
  text: string;
  /** Fields of the request body whose messages the form shows under its inputs. */
  fields?: readonly string[];
  /** What was sent, such as "the award", in a form whose mutation uses `unlessUnconfirmed`. */
  sent?: string | undefined;
  className?: string | undefined;
};

function isShownAtFields(error: Error, fields: readonly string[]): boolean {
  if (!isStatus(error, 422)) return false;
  const refused = Object.keys(error.fields);
  return refused.length > 0 && refused.every((name) => fields.includes(name));
}

function Reason({ error, text, fields = [], sent }: FormFailureProps) {
  // After a 401 the login screen says that the session has ended.
  if (error === null || isStatus(error, 401) || isShownAtFields(error, fields)) return null;
  if (sent !== undefined && whoIsSilent(error) !== null) return <LostNote error={error} what={sent} />;
  const sentence = error instanceof ApiError && isExplained(error) ? error.error : undefined;
  return <FormAlert>{sentence ?? text}</FormAlert>;
}

/**
 * Why a form's last attempt failed, beside the toast that says it for a moment; it stays until the next attempt. The
 * focus moves to the first field at fault. Stands inside the form, above its buttons.
 */
export function FormFailure(props: FormFailureProps) {
  const note = useFailureFocus(props.error);
  return (
    <div ref={note} className={props.error === null ? 'hidden' : props.className}>
      <Reason {...props} />
    </div>
  );
}
