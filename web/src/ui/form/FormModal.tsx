import { Button } from "@primer/react";
import { type ComponentProps, type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { keysOf } from "#domain/core/objects.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { useConfirm } from "../dialog/Confirm.tsx";
import { Modal } from "../dialog/Modal.tsx";
import { useUnsavedChanges } from "../dialog/unsavedChanges.ts";
import { Banner } from "../feedback/Banner.tsx";
import { AlertSlot, Stack } from "../layout/boxes.ts";
import { Note } from "../layout/typography.ts";
import { type FieldInfo, FormContext, type FormResource, type Values } from "./FormContext.ts";
import { focusFirstError, readNativeErrors } from "./validity.ts";

interface FailedAttempt<V> {
  values: V;
  start: V;
  fields: ReadonlyMap<string, FieldInfo>;
  save: () => Promise<void>;
}

interface FormModalProps<V extends Values, T extends Values>
  extends Pick<ComponentProps<typeof Modal>, "title" | "width" | "onClose"> {
  /** The resource that the fields belong to. */
  resource: FormResource;
  row: T | null;
  advance?: (row: T) => void;
  initialValues: () => V;
  /** Validates against the contract and the rules between fields. */
  rules: (values: V, changedNames: readonly (keyof V & string)[]) => FieldErrors;
  /** Sends the values; `changedNames` are the fields that differ from the start. @throws ApiError */
  save: (values: V, changedNames: readonly (keyof V & string)[]) => Promise<void>;
  isSaving: boolean;
  /** Maps the service's field names to the form's. */
  errorsFor?: (errors: FieldErrors) => FieldErrors;
  /** Whether the form shows an error at this field; other errors are shown above the fields. */
  shows?: (field: string, values: V) => boolean;
  /** Replaces the default text of an error. `attempt.save` saves the typed values again. */
  objection?: (failure: ApiError, attempt: FailedAttempt<V>) => ReactNode;
  /** Focuses the first field, for forms that are filled in repeatedly. */
  focusFirst?: boolean;
  children: ReactNode;
}

/** A form in a modal: values, validation errors, failures to save, and a question before typed values are lost. */
export function FormModal<V extends Values, T extends Values>(props: FormModalProps<V, T>) {
  const {
    resource,
    row,
    advance: rebaseOn = () => {},
    rules,
    isSaving,
    objection: renderFailure,
    onClose,
    children,
  } = props;
  const {
    title,
    width = "720px",
    errorsFor = (errors) => errors,
    focusFirst: focusesFirstField = false,
  } = props;
  const { shows: isErrorAtField = (field: string, formValues: V) => field.split(".")[0]! in formValues } =
    props;
  const { t } = useTranslation();
  const confirm = useConfirm();
  const form = useRef<HTMLFormElement | null>(null);
  const firstField = useRef<HTMLElement | null>(null);
  const formId = useId();
  const [start] = useState(props.initialValues);
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ApiError | null>(null);
  const changedNames = keysOf(values).filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(start[name]),
  );
  const unsavedChanges = useUnsavedChanges(changedNames.length > 0);
  const [fields] = useState(() => new Map<string, FieldInfo>());

  function set(change: Partial<V>) {
    setValues((current) => ({ ...current, ...change }));
    // Clears the error of an edited field until the next validation.
    setErrors((current) =>
      Object.fromEntries(Object.entries(current).filter(([path]) => !(path.split(".")[0]! in change))),
    );
  }

  async function close() {
    if (isSaving) return;
    const question = {
      title: t("form.unsavedTitle"),
      text: t("form.unsaved"),
      confirm: t("form.discard"),
      cancel: t("form.keepEditing"),
      danger: true,
    };
    if (changedNames.length === 0 || (await confirm(question))) onClose();
  }

  function showErrors(foundErrors: FieldErrors): boolean {
    setErrors(foundErrors);
    if (Object.keys(foundErrors).length === 0) return false;
    requestAnimationFrame(() => form.current && focusFirstError(form.current, foundErrors));
    return true;
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Submit events bubble from forms in nested dialogs.
    if (event.target !== event.currentTarget || isSaving) return;
    setFailure(null);
    // Reports all errors together, not one per attempt.
    if (showErrors({ ...rules(values, changedNames), ...readNativeErrors(event.currentTarget) })) return;
    await send();
  }

  async function send() {
    try {
      // A successful save may navigate away.
      unsavedChanges.allow();
      if (!row || changedNames.length > 0) await props.save(values, changedNames);
      onClose();
    } catch (error) {
      unsavedChanges.blockNavigation();
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
      showErrors(errorsFor(error.fields));
    }
  }

  // The standard alerts have no text for 404; without a message the user would wait in vain.
  const isShownAtField = (field: string) => isErrorAtField(field, values);
  const text = failure && (alertText(failure, isShownAtField) ?? problemText(failure, isShownAtField));
  return (
    <Modal
      title={title}
      width={width}
      narrow="fullscreen"
      {...(focusesFirstField && { initialFocus: firstField })}
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={isSaving}>
            {t("actions.cancel")}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={isSaving}
            loadingAnnouncement={t("state.saving")}
          >
            {t("actions.save")}
          </Button>
        </>
      }
    >
      <FormContext value={{ resource, values, set, errors, row, rebaseOn, isSaving, fields }}>
        <Stack
          as="form"
          id={formId}
          ref={(element) => {
            form.current = element;
            firstField.current = element?.querySelector("input") ?? null;
          }}
          onSubmit={save}
          noValidate
        >
          <AlertSlot role="alert">
            {(failure && renderFailure?.(failure, { values, start, fields, save: send })) ||
              (text && (
                <Banner
                  kind="danger"
                  detail={failure.requestId ? t("state.requestId", { id: failure.requestId }) : undefined}
                >
                  {text}
                </Banner>
              ))}
          </AlertSlot>
          <Note as="p">{t("form.requiredLegend")}</Note>
          {children}
        </Stack>
      </FormContext>
    </Modal>
  );
}
