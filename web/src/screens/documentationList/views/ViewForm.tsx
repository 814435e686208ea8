import { Button, Checkbox, FormControl, TextInput } from "@primer/react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { alertText, fieldErrorText, problemText } from "#api/errorTexts.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { OverlayButtons, OverlayForm } from "#ui/layout/boxes.ts";

export interface ViewInput {
  name: string;
  shared: boolean;
  /** True to replace the view's query with the list's current one. */
  replacesQuery: boolean;
}

interface ViewFormProps {
  request: ViewInput;
  /** True for an existing view that differs from the list's current one. */
  differs: boolean;
  busy: boolean;
  error: unknown;
  onSave: (request: ViewInput) => void;
  onCancel: () => void;
}

/** Form for a view's name and sharing. */
export function ViewForm({ request, differs, busy, error, onSave, onCancel }: ViewFormProps) {
  const { t } = useTranslation("documentationList");
  const { t: tCommon } = useTranslation();
  const [input, setInput] = useState(request);
  const [isNameEmpty, setIsNameEmpty] = useState(false);
  const failure = error instanceof ApiError ? error : null;
  const nameError = failure?.fields.name;
  const message = isNameEmpty ? fieldErrorText("required") : nameError && fieldErrorText(nameError);

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = input.name.trim();
    setIsNameEmpty(name === "");
    if (name !== "") onSave({ ...input, name });
  }
  return (
    <OverlayForm onSubmit={submit}>
      <FormControl>
        <FormControl.Label>{t("views.name")}</FormControl.Label>
        <TextInput
          block
          autoFocus
          maxLength={maxNameLength}
          value={input.name}
          onChange={({ target }) => setInput({ ...input, name: target.value })}
          {...(message && { validationStatus: "error" as const })}
        />
        {message && <FormControl.Validation variant="error">{message}</FormControl.Validation>}
      </FormControl>
      <FormControl>
        <Checkbox
          checked={input.shared}
          onChange={({ target }) => setInput({ ...input, shared: target.checked })}
        />
        <FormControl.Label>{t("views.share")}</FormControl.Label>
      </FormControl>
      {differs && (
        <FormControl>
          <Checkbox
            checked={input.replacesQuery}
            onChange={({ target }) => setInput({ ...input, replacesQuery: target.checked })}
          />
          <FormControl.Label>{t("views.replaceFilters")}</FormControl.Label>
        </FormControl>
      )}
      {failure && !nameError && (
        <div role="alert">
          <Banner kind="danger">{alertText(failure) ?? problemText(failure)}</Banner>
        </div>
      )}
      <OverlayButtons>
        <Button onClick={onCancel}>{tCommon("actions.cancel")}</Button>
        <Button type="submit" variant="primary" loading={busy}>
          {tCommon("actions.save")}
        </Button>
      </OverlayButtons>
    </OverlayForm>
  );
}
