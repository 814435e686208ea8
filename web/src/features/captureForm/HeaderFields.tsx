import { FormControl, TextInput } from "@primer/react";
import { useTranslation } from "react-i18next";
import { fieldErrorText } from "#api/errorTexts.ts";
import { type Draft, withCreator, withEmail, withName } from "#domain/capture/draft.ts";
import { type DraftError, type HeaderField, isHeaderField } from "#domain/capture/draftValidation.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { nameListIdsOf } from "./captureData.ts";
import type { DraftController } from "./draft/useDraft.ts";
import { NameField } from "./NameField.tsx";
import { PositionField } from "./PositionField.tsx";
import { fieldId } from "./taskNodes.ts";

interface HeaderFieldsProps {
  controller: Pick<DraftController, "draft" | "draftRef" | "change">;
  draftErrors: readonly DraftError[];
}

/** The fields of a documentation besides its tasks: its name, and those that the template and licence require. */
export function HeaderFields({ controller, draftErrors }: HeaderFieldsProps) {
  const { t } = useTranslation("capture");
  const { draft, draftRef, change } = controller;
  const { template, license } = draft;
  const errorTextOf = (field: HeaderField): string | undefined => {
    const draftError = draftErrors.find(
      ({ elementId }) => isHeaderField(elementId) && elementId === field,
    )?.reason;
    return draftError &&
      draftError !== "photo" &&
      draftError !== "file" &&
      draftError !== "explanation" &&
      draftError !== "position"
      ? fieldErrorText(draftError)
      : undefined;
  };
  return (
    <>
      <div id={fieldId("name")}>
        <NameField
          lists={nameListIdsOf([template])}
          onlySuggestions={template.onlySuggestionsAllowed}
          value={draft.name}
          error={errorTextOf("name")}
          onChange={(name) => change((current) => withName(current, name))}
        />
      </div>
      {template.locationEnabled && (
        <div id={fieldId("position")}>
          <PositionField
            draft={draft}
            draftRef={draftRef}
            change={change}
            isMissing={draftErrors.some(({ elementId }) => elementId === "position")}
          />
        </div>
      )}
      {license.useSavedUsername && (
        <div id={fieldId("creator")}>
          <RequiredTextField
            label={t("headerFields.creator")}
            caption={t(draft.handedOver ? "headerFields.contributorHint" : "headerFields.creatorHint")}
            value={draft.creator}
            error={errorTextOf("creator")}
            autoComplete="name"
            onChange={(creator) => change((current) => withCreator(current, creator))}
          />
        </div>
      )}
      {license.emailRequired && (
        <div id={fieldId("email")}>
          <RequiredTextField
            type="email"
            label={t("headerFields.email")}
            caption={license.useSavedEmail ? t("headerFields.emailHint") : undefined}
            value={draft.email ?? ""}
            error={errorTextOf("email")}
            autoComplete="email"
            onChange={(email) => change((current) => withEmail(current, email))}
          />
        </div>
      )}
    </>
  );
}

interface RequiredTextFieldProps {
  type?: "text" | "email";
  label: string;
  caption?: string | undefined;
  value: Draft["name"];
  error: string | undefined;
  autoComplete: string;
  onChange: (value: string) => void;
}

function RequiredTextField({
  type = "text",
  label,
  caption,
  value,
  error,
  autoComplete,
  onChange,
}: RequiredTextFieldProps) {
  return (
    <FormControl required>
      <FormControl.Label>{label}</FormControl.Label>
      <TextInput
        block
        type={type}
        autoComplete={autoComplete}
        maxLength={maxNameLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        {...(error && { validationStatus: "error" as const })}
      />
      {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
      {error && <FormControl.Validation variant="error">{error}</FormControl.Validation>}
    </FormControl>
  );
}
