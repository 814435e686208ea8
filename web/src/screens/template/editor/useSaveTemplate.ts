import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { fetchItem, useCreate, useUpdate } from "#api/resource.ts";
import { type Grants, spansCustomers } from "#domain/access/authorities.ts";
import { pick } from "#domain/core/objects.ts";
import { type FieldErrors, validate } from "#domain/core/validation.ts";
import { template } from "#domain/resources/index.ts";
import { normalizeTemplate } from "#domain/template/templateEdit.ts";
import { validateTemplate } from "#domain/template/templateValidation.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import type { TemplateRow } from "../useTemplate.ts";
import { type EditorState, findChangedParts } from "./templateEditorState.ts";

interface SaveCallbacks {
  onStored: (row: TemplateRow) => void;
  /** Called with the errors to fix, in order. */
  onRefused: (errors: FieldErrors) => void;
}

const noErrors: FieldErrors = {};

/** Saves all sections together. Returns validation errors, the failure and an edit conflict. */
export function useSaveTemplate(state: EditorState, grants: Grants, { onStored, onRefused }: SaveCallbacks) {
  const { t: tCommon } = useTranslation();
  const create = useCreate(template);
  const update = useUpdate(template);
  const [isVisible, setIsVisible] = useState(false);
  /** Errors that the service or the contract found in the sent content. */
  const [refusal, setRefusal] = useState<{
    errors: FieldErrors;
    content: unknown;
    customerId: unknown;
  } | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [newest, setNewest] = useState<TemplateRow | null>(null);
  const { base, content, row, customerId } = state;

  function reportErrors(errors: FieldErrors): boolean {
    setIsVisible(true);
    setRefusal({ errors, content, customerId });
    if (Object.keys(errors).length === 0) return false;
    onRefused(errors);
    return true;
  }

  async function send(newVersion?: number) {
    setFailure(null);
    const normalizedContent = normalizeTemplate(content);
    const changedPartNames = findChangedParts(base, content);
    const ruleErrors = validateTemplate(content, grants, row ? base : null);
    const creation = { ...normalizedContent, ...(customerId !== undefined && { customerId }) };
    const change = row && {
      ...pick(normalizedContent, changedPartNames),
      version: newVersion ?? row.version,
    };
    const { errors } = change ? validate(template.change, change) : validate(template.creation, creation);
    const customerError: FieldErrors =
      !row && spansCustomers(grants) && customerId === undefined ? { customerId: "required" } : noErrors;
    if (reportErrors({ ...errors, ...ruleErrors, ...customerError })) return;
    if (row && changedPartNames.length === 0) return;
    try {
      const savedRow = change
        ? await update.mutateAsync({ ...change, id: row.id })
        : await create.mutateAsync(creation);
      setIsVisible(false);
      setNewest(null);
      showAlert("success", tCommon(row ? "alerts.updated" : "alerts.created"), { survivesNavigation: !row });
      onStored(savedRow);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "staleVersion" && row) return setNewest(await fetchNewest(row.id));
      if (!reportErrors(error.fields)) setFailure(error);
    }
  }

  /** Null if it has been deleted; the next save reports that. */
  const fetchNewest = async (id: string): Promise<TemplateRow | null> => {
    try {
      return await fetchItem(template, id);
    } catch (error) {
      if (error instanceof ApiError) setFailure(error);
      return null;
    }
  };

  return {
    isVisible,
    // An error found on sending stays until the sent data changes.
    refused:
      refusal && refusal.content === content && refusal.customerId === customerId ? refusal.errors : noErrors,
    isSaving: create.isPending || update.isPending,
    text: failure && (alertText(failure) ?? problemText(failure)),
    newest,
    clearConflict: () => setNewest(null),
    save: () => send(),
    overwrite: () => send(newest?.version),
  };
}
