import { useState } from "react";
import { useTranslation } from "react-i18next";
import { alertText, problemText } from "#api/errorTexts.ts";
import { ApiError } from "#api/failure.ts";
import { fetchItem, useCreate, useUpdate } from "#api/resource.ts";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { Change, Creation } from "#domain/contract/resource.ts";
import { pick } from "#domain/core/pick.ts";
import { type FieldErrors, validate } from "#domain/core/validation.ts";
import { template } from "#domain/resources/index.ts";
import { normalizeTemplate } from "#domain/template/templateEdit.ts";
import { templateFaults } from "#domain/template/templateValidation.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import type { TemplateRow } from "../useTemplate.ts";
import { changedParts, type EditorState } from "./templateEditorState.ts";

interface Outcome {
  onStored: (row: TemplateRow) => void;
  /** What has to be mended, the first thing first. */
  onRefused: (errors: FieldErrors) => void;
}

const none: FieldErrors = {};

/** Saving all parts at once: what stands against it, what failed, and who was faster. */
export function useSaveTemplate(state: EditorState, { onStored, onRefused }: Outcome) {
  const { t: common } = useTranslation();
  const grants = useGrants();
  const create = useCreate(template);
  const update = useUpdate(template);
  const [shown, setShown] = useState(false);
  /** What the service or the contract has against the very content that was sent. */
  const [refusal, setRefusal] = useState<{
    faults: FieldErrors;
    content: unknown;
    customerId: unknown;
  } | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [newest, setNewest] = useState<TemplateRow | null>(null);
  const { base, content, row, customerId } = state;

  function refuse(errors: FieldErrors): boolean {
    setShown(true);
    setRefusal({ faults: errors, content, customerId });
    if (Object.keys(errors).length === 0) return false;
    onRefused(errors);
    return true;
  }

  async function send(version: number | undefined) {
    setFailure(null);
    const whole = normalizeTemplate(content);
    const changed = changedParts(base, content);
    const rules = templateFaults(content, grants, row ? base : null);
    const body = row
      ? { ...pick(whole as unknown as Record<string, unknown>, changed), version }
      : { ...whole, ...(customerId !== undefined && { customerId }) };
    const contract = validate(row ? template.change : template.creation, body).faults;
    const customer: FieldErrors =
      !row && spansCustomers(grants) && customerId === undefined ? { customerId: "required" } : none;
    if (refuse({ ...contract, ...rules, ...customer })) return;
    if (row && changed.length === 0) return;
    try {
      const saved = row
        ? await update.mutateAsync({ ...(body as Change<typeof template>), id: row.id })
        : await create.mutateAsync(body as Creation<typeof template>);
      setShown(false);
      setNewest(null);
      showAlert("success", common(row ? "alerts.updated" : "alerts.created"), { survivesNavigation: !row });
      onStored(saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "staleVersion" && row) return setNewest(await fetched(row.id));
      if (!refuse(error.fields)) setFailure(error);
    }
  }

  /** Null when it is gone, which saving again says. */
  const fetched = async (id: string): Promise<TemplateRow | null> => {
    try {
      return await fetchItem(template, id);
    } catch (error) {
      if (error instanceof ApiError) setFailure(error);
      return null;
    }
  };

  return {
    shown,
    // A fault that was found on sending stands until what was sent is changed.
    refused:
      refusal && refusal.content === content && refusal.customerId === customerId ? refusal.faults : none,
    saving: create.isPending || update.isPending,
    text: failure && (alertText(failure) ?? problemText(failure)),
    newest,
    forgetConflict: () => setNewest(null),
    save: () => send(row?.version),
    saveOver: () => send(newest?.version),
  };
}
