import { FormControl, TextInput } from "@primer/react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorText } from "#api/errorTexts.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { type Difference, SaveConflict } from "#ui/form/SaveConflict.tsx";
import type { useVersionedSave } from "./useVersionedSave.ts";

interface NameDialogProps<Row> {
  title: string;
  hint?: ReactNode;
  /** The row as it was when the dialog opened. */
  row: Row;
  name: string;
  onNameChange: (name: string) => void;
  versionedSave: ReturnType<typeof useVersionedSave<Row & { version: number }>>;
  differences: (serverRow: Row) => Difference[];
  onDone: () => void;
  /** Called when the cached row is stale. */
  onStale: () => void;
  onClose: () => void;
}

/** Renames a row (2§5: the name is required). */
export function NameDialog<Row extends { name: string; version: number }>(props: NameDialogProps<Row>) {
  const { title, hint, row, name, onNameChange, versionedSave, differences, onDone, onStale, onClose } =
    props;
  const { t } = useTranslation();
  const [isEmpty, setIsEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { isSaving, objection, trySave } = versionedSave;
  const nameError = objection?.failure.fields.name;
  const message = isEmpty ? fieldErrorText("required") : nameError && fieldErrorText(nameError);

  async function save(version: number) {
    if (name.trim() === "") {
      setIsEmpty(true);
      input.current?.focus();
    } else if (name.trim() === row.name && version === row.version) onClose();
    else if (await trySave(version)) {
      onDone();
      onClose();
    }
  }

  return (
    <FormDialog
      title={title}
      initialFocus={input}
      submit={t("actions.save")}
      isPending={isSaving}
      pendingText={t("state.saving")}
      staysOpen
      onSubmit={() => save(row.version)}
      onClose={onClose}
    >
      <SaveConflict
        saveFailure={nameError ? null : objection}
        isSaving={isSaving}
        differences={differences}
        onUseServerRow={() => {
          onStale();
          onClose();
        }}
        onSaveLocal={(serverRow) => save(serverRow.version)}
      />
      <FormControl required>
        <FormControl.Label>{t("fields.name")}</FormControl.Label>
        <TextInput
          ref={input}
          block
          autoComplete="off"
          maxLength={maxNameLength}
          value={name}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            onNameChange(event.target.value);
            setIsEmpty(false);
          }}
          {...(message && { validationStatus: "error" as const })}
        />
        {hint && <FormControl.Caption>{hint}</FormControl.Caption>}
        {message && <FormControl.Validation variant="error">{message}</FormControl.Validation>}
      </FormControl>
    </FormDialog>
  );
}
