import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type ComponentProps, type SubmitEvent, useEffect, useRef } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  FormProvider,
  type Path,
  type Resolver,
  useForm,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';

import { useBlockClosing, useUnsavedChanges } from '@/components/dialog/unsaved-changes';
import { clearToast } from '@/components/toast/toast-store';
import { useStore } from '@/hooks/use-store';
import { activeLanguage } from '@/lib/language';
import { hasUnparsedInput, UNREADABLE } from '@/lib/unparsed-input';
import type { UnconfirmedSend } from '@/shared/unconfirmed-send-alert';

import { SubmissionContext } from './form-context';

type Schema<Values> = z.ZodMiniType<Values, Values>;

type Fields = Record<string, unknown>;

/** The values, with `UNREADABLE` for inputs that the browser can't read, also those in rows. */
function markUnreadable(values: Fields, fields: Fields): Fields {
  const read = (name: string, field: unknown): unknown => {
    const value = values[name];
    if (Array.isArray(field) && Array.isArray(value)) {
      return value.map((row, index) => markUnreadable(row as Fields, (field[index] ?? {}) as Fields));
    }
    return hasUnparsedInput((field as { ref?: unknown } | undefined)?.ref) ? UNREADABLE : value;
  };
  const inputs = Object.entries(fields).map(([name, field]) => [name, read(name, field)] as const);
  return { ...values, ...Object.fromEntries(inputs) };
}

/** Validates by the schema; an input that the browser can't read has the value `UNREADABLE`. */
function resolverOf<Values extends FieldValues>(schema: Schema<Values>): Resolver<Values, unknown, Values> {
  const resolve = standardSchemaResolver<Values, unknown, Values>(schema);
  return (values, context, options) =>
    resolve(markUnreadable(values, options.fields) as Values, context, options);
}

/** The state of the mutation that a form sends with. */
export type FormMutation = { error: Error | null; isPending: boolean };

type FormProps<Values extends FieldValues> = Omit<
  ComponentProps<'form'>,
  'onSubmit' | 'onInvalid' | 'onChange'
> & {
  schema: Schema<Values>;
  /** The form is dirty while its values differ from these. Fields of the request body have the same names. */
  initialValues: Values;
  /** Values from outside; see react-hook-form. */
  options?: Pick<UseFormProps<Values>, 'values' | 'resetOptions'>;
  /** The field that is focused at first, in a dialog that is open already. */
  initialFocus?: Path<Values>;
  mutation: FormMutation;
  /** What the form sends, if its mutation uses `unlessUnconfirmed`. */
  unconfirmed?: UnconfirmedSend;
  /** Whether to ask before unsaved changes are discarded. */
  asksBeforeClose?: boolean;
  onSubmit: (values: Values, form: UseFormReturn<Values>) => void;
  onInvalid?: ((errors: FieldErrors<Values>, values: Values) => void) | undefined;
  onValuesChange?: (values: Values) => void;
};

/** Whether something was typed, also where the browser can't read it. */
function hasInput({ isDirty, errors }: UseFormReturn['formState']): boolean {
  return (
    isDirty || Object.values(errors).some((error) => error && 'ref' in error && hasUnparsedInput(error.ref))
  );
}

/** Closes the toast about invalid values when they are valid, and when the form is left. */
function useValidationToast({ formState: { errors } }: Pick<UseFormReturn, 'formState'>) {
  const isInvalid = Object.keys(errors).length > 0;
  useEffect(() => {
    if (!isInvalid) return undefined;
    return () => {
      clearToast('error');
    };
  }, [isInvalid]);
}

/** Shows the messages of fields again when the language changes. */
function useMessagesInLanguage<Values extends FieldValues>({
  trigger,
  formState: { errors },
}: UseFormReturn<Values, unknown, Values>) {
  const language = useStore(activeLanguage);
  const shownIn = useRef(language);
  useEffect(() => {
    if (shownIn.current === language) return;
    shownIn.current = language;
    void trigger(Object.keys(errors) as Path<Values>[]);
  }, [language, errors, trigger]);
}

type SubmitOptions<Values extends FieldValues> = Pick<FormProps<Values>, 'onSubmit' | 'onInvalid'> & {
  isPending: boolean;
};

/** Returns the handler that validates and submits once, however often Enter is pressed meanwhile. */
function useSubmit<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, Values>,
  { isPending, onSubmit, onInvalid }: SubmitOptions<Values>,
) {
  const isValidating = useRef(false);
  return (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Validation is asynchronous: until it ends, `isPending` doesn't tell that the form is being submitted.
    if (isPending || isValidating.current) return;
    isValidating.current = true;
    const validateAndSubmit = form.handleSubmit(
      (values) => {
        onSubmit(values, form);
      },
      (errors) => onInvalid?.(errors, form.getValues()),
    );
    void validateAndSubmit(event).finally(() => {
      isValidating.current = false;
    });
  };
}

/**
 * A form of fields that register by name (`form-fields.tsx`). Messages appear when a changed field is left, and for all
 * fields on submit; from then on they follow each change. Input is kept after a failure.
 */
export function Form<Values extends FieldValues>({
  schema,
  initialValues,
  options,
  initialFocus,
  mutation: { error, isPending },
  unconfirmed,
  asksBeforeClose = true,
  onSubmit,
  onInvalid,
  onValuesChange,
  className = 'mt-5 flex flex-col gap-4',
  ...rest
}: FormProps<Values>) {
  const form = useForm<Values, unknown, Values>({
    ...options,
    mode: 'onTouched',
    resolver: resolverOf(schema),
    defaultValues: initialValues as DefaultValues<Values>,
  });
  const { setFocus, getValues } = form;
  useMessagesInLanguage(form);
  useValidationToast(form);
  useUnsavedChanges(asksBeforeClose && hasInput(form.formState));
  useBlockClosing(isPending);
  useEffect(() => {
    if (initialFocus !== undefined) setFocus(initialFocus);
  }, [initialFocus, setFocus]);
  const submit = useSubmit(form, { isPending, onSubmit, onInvalid });
  return (
    <FormProvider {...form}>
      <SubmissionContext value={{ error, isPending, unconfirmed }}>
        <form
          noValidate
          {...rest}
          className={className}
          onSubmit={submit}
          onChange={() => onValuesChange?.(getValues())}
        />
      </SubmissionContext>
    </FormProvider>
  );
}
