import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import type { FieldErrors } from "#domain/core/validation.ts";
import type { Values } from "#ui/form/FormContext.ts";
import { FormModal } from "#ui/form/FormModal.tsx";
import { useDialogAlert } from "./dialogAlert.ts";
import { type Entry, type EntryKind, useEntryWrite } from "./entryKind.ts";

interface EntryFormProps<E extends Entry> {
  kind: Pick<EntryKind<E>, "name" | "lists">;
  /** The row to change; null adds one. */
  entry: E | null;
  /** Schemas of the fields by name; form fields take their limits from them. */
  fields: Record<string, z.ZodType>;
  initialValues: Values;
  rules: (values: Values) => FieldErrors;
  /** Maps the service's field names to the form's. */
  errorsFor?: (errors: FieldErrors) => FieldErrors;
  save: (values: Values) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** Adds or changes one row of a list. Rows have no versions: the last change wins. */
export function EntryForm<E extends Entry>(props: EntryFormProps<E>) {
  const { kind, entry, fields, initialValues, rules, errorsFor, onClose, children } = props;
  const { t } = useTranslation("lists");
  const { t: tCommon } = useTranslation();
  const showDialogAlert = useDialogAlert();
  const write = useEntryWrite(kind, props.save);
  return (
    <FormModal
      resource={{ name: kind.name, fields, writable: Object.keys(fields) }}
      title={t(entry ? `${kind.name}.editEntry` : `${kind.name}.addEntry`)}
      width="large"
      row={entry}
      initialValues={() => initialValues}
      rules={rules}
      save={async (values) => {
        await write.mutateAsync(values);
        showDialogAlert({ kind: "success", text: tCommon(entry ? "alerts.updated" : "alerts.created") });
      }}
      isSaving={write.isPending}
      {...(errorsFor && { errorsFor })}
      shows={() => true}
      focusFirst
      onClose={onClose}
    >
      {children}
    </FormModal>
  );
}
