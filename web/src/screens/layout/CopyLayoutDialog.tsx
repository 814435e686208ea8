import { Button } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { copyLayout } from "#domain/endpoints/configuration/layout.ts";
import { exportDocumentConfiguration } from "#domain/resources/exportDocumentConfiguration.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { TextControl } from "#ui/input/labelledControls.tsx";
import { CollapsingStack } from "#ui/layout/boxes.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";

interface CopyDialogProps {
  layout: { id: string; name: string };
  onClose: () => void;
}

/** Copies a report layout under another name. */
export function CopyDialog({ layout, onClose }: CopyDialogProps) {
  const { t } = useTranslation("layout");
  const { t: common } = useTranslation();
  const formId = useId();
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const [name, setName] = useState(`${layout.name} - Kopia`.slice(0, maxNameLength));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const copy = useMutation({
    mutationFn: () => call(copyLayout, { body: { id: layout.id, name: name.trim() } }),
    meta: { ownErrors: true },
    onSuccess: async (newLayout) => {
      await queries.invalidateQueries({ queryKey: [customerId, exportDocumentConfiguration.name] });
      showAlert("success", t("copy.done", { name: newLayout.name }));
      onClose();
    },
  });
  const isEmpty = name.trim() === "";
  const error = isSubmitted && isEmpty ? "required" : copy.error?.fields.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (!copy.isPending && !isEmpty) copy.mutate();
  };
  return (
    <Modal
      title={t("copy.title", { name: layout.name })}
      onClose={() => !copy.isPending && onClose()}
      footer={
        <>
          <Button onClick={onClose} disabled={copy.isPending}>
            {common("actions.cancel")}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={copy.isPending}
            loadingAnnouncement={common("state.saving")}
          >
            {t("copy.submit")}
          </Button>
        </>
      }
    >
      <CollapsingStack as="form" id={formId} onSubmit={submit} noValidate>
        <div role="alert">
          {copy.error && !error && (
            <Banner kind="danger">{alertText(copy.error) ?? problemText(copy.error)}</Banner>
          )}
        </div>
        <TextControl
          label={t("copy.name")}
          required
          value={name}
          error={error}
          disabled={copy.isPending}
          onChange={setName}
        />
      </CollapsingStack>
    </Modal>
  );
}
