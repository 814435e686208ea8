import { Button, Checkbox, FormControl } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { type ExportDraftErrors, hasErrors } from "#domain/delivery/exportDraft.ts";
import type { ExportOptions, StartedDelivery } from "#domain/endpoints/exports/manualExport.ts";
import { hasMarkup } from "#domain/media/markup.ts";
import { base64Of } from "#lib/base64.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { AlertSlot, Stack } from "#ui/layout/boxes.ts";
import { FieldLabel } from "#ui/layout/typography.ts";
import { ContentChoice } from "./ContentChoice.tsx";
import { Destinations } from "./ExportDestinations.tsx";
import { ExternalFiles } from "./ExternalFiles.tsx";
import { type ExportSource, startExport } from "./exportSource.ts";
import { FileChooser } from "./FileChooser.tsx";
import { PhotoChooser } from "./PhotoChooser.tsx";
import { PlanView } from "./PlanView.tsx";
import { Questions } from "./Questions.tsx";
import { useExportDraft } from "./useExportDraft.ts";

interface ExportFormProps {
  source: ExportSource;
  options: ExportOptions;
  onStarted: (deliveries: StartedDelivery[]) => void;
  onClose: () => void;
}

const noErrors: ExportDraftErrors = {
  destinations: null,
  params: [],
  photos: null,
  files: null,
  externalFiles: null,
};

/** The mode CONFIG (2§4): destinations, content and the resulting plan. */
export function ExportForm({ source, options, onStarted, onClose }: ExportFormProps) {
  const { t } = useTranslation("exporting");
  const { t: tCommon } = useTranslation();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const draft = useExportDraft(source, options.destinations);
  const { photos, files, external, questions, request } = draft;
  const [attemptCount, setAttemptCount] = useState(0);
  const startMutation = useMutation({
    mutationFn: async () => {
      const externalFiles = await Promise.all(
        draft.sentExternalFiles.map(async (file) => ({
          name: file.name,
          size: file.size,
          data: await base64Of(file).catch((cause) => {
            throw new ApiError({ status: 0, statusText: "file", cause });
          }),
          type: file.type || "application/octet-stream",
        })),
      );
      return startExport(source, request, externalFiles);
    },
    meta: { handlesErrors: true },
    onSuccess: ({ deliveries }) => onStarted(deliveries),
  });
  const sendError = startMutation.error && !startMutation.isPending ? startMutation.error : null;
  const fieldErrors = sendError && errorFieldOf(sendError);
  const formError = fieldErrors ? null : sendError;
  const errors = { ...(attemptCount > 0 ? draft.errors : noErrors), ...fieldErrors };
  const hasAnyMarkup = source.kind === "comparison" ? source.hasMarkup : source.photos.some(hasMarkup);
  const isBlocked = options.obstacles.length > 0;

  // Focuses the first error, which may be far above the button.
  useEffect(() => {
    if (attemptCount === 0) return;
    const firstError = form.current?.querySelector<HTMLElement>("[data-fault]");
    firstError?.scrollIntoView({ block: "center" });
    firstError?.querySelector<HTMLElement>("input, button")?.focus();
  }, [attemptCount]);

  function submit() {
    if (isBlocked || startMutation.isPending) return;
    setAttemptCount((current) => current + 1);
    if (!hasErrors(draft.errors)) startMutation.mutate();
  }
  return (
    <Modal
      title={t("title", { name: source.name })}
      width="720px"
      narrow="fullscreen"
      onClose={() => !startMutation.isPending && onClose()}
      footer={
        <>
          <Button disabled={startMutation.isPending} onClick={onClose}>
            {tCommon("actions.cancel")}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={startMutation.isPending}
            inactive={isBlocked}
            aria-disabled={isBlocked || undefined}
            {...(isBlocked && { "aria-describedby": `${formId}-obstacles` })}
          >
            {t("send")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack>
          {isBlocked && (
            <Stack $gap={8} id={`${formId}-obstacles`}>
              {options.obstacles.map(({ code, names }, index) => (
                <Banner
                  key={code}
                  kind="danger"
                  {...(index === options.obstacles.length - 1 && { detail: t("blockersHint") })}
                >
                  {code === "exportRefused"
                    ? tCommon("problem.exportRefused")
                    : t(`blocker.${code}`, { names: names.join(", ") })}
                </Banner>
              ))}
            </Stack>
          )}
          <AlertSlot role="alert">
            {formError && (
              <Banner
                kind="danger"
                detail={
                  formError.requestId ? tCommon("state.requestId", { id: formError.requestId }) : undefined
                }
              >
                {formError.statusText === "file"
                  ? t("external.unreadable")
                  : (alertText(formError) ?? problemText(formError))}
              </Banner>
            )}
          </AlertSlot>
          <Destinations
            destinations={options.destinations}
            selectedIds={draft.selectedIds}
            error={errors.destinations}
            onChange={draft.choose}
          />
          <Questions
            questions={questions}
            params={draft.params}
            missingNames={errors.params}
            onChange={draft.answer}
          />
          {source.kind === "comparison" ? (
            <div>
              <FieldLabel>{t("photos")}</FieldLabel>
              {t("selectedPhotos", {
                count: source.photoIds.length,
                formattedCount: formatNumber(source.photoIds.length),
              })}
            </div>
          ) : (
            <>
              <ContentChoice
                label={t("photos")}
                action={t("choosePhotos")}
                selection={photos}
                error={errors.photos && tCommon(`problem.${errors.photos}`)}
              >
                <PhotoChooser photos={source.photos} choice={photos} />
              </ContentChoice>
              {source.files && (
                <ContentChoice
                  label={t("files")}
                  action={t("chooseFiles")}
                  selection={files}
                  error={errors.files && tCommon(`problem.${errors.files}`)}
                >
                  <FileChooser files={source.files} choice={files} />
                </ContentChoice>
              )}
            </>
          )}
          {hasAnyMarkup && (
            <FormControl>
              <Checkbox checked={draft.markup} onChange={() => draft.setMarkup(!draft.markup)} />
              <FormControl.Label>{t("markup")}</FormControl.Label>
              <FormControl.Caption>{t("markupHint")}</FormControl.Caption>
            </FormControl>
          )}
          {draft.offersThreads && (
            <FormControl>
              <Checkbox checked={draft.threads} onChange={() => draft.setThreads(!draft.threads)} />
              <FormControl.Label>{t("threads")}</FormControl.Label>
              <FormControl.Caption>{t("threadsHint")}</FormControl.Caption>
            </FormControl>
          )}
          {draft.externalFileDestinations.length > 0 && (
            <ExternalFiles
              files={external}
              destinationNames={draft.externalFileDestinations.map(({ name }) => name)}
              error={draft.errors.externalFiles}
              disabled={startMutation.isPending}
              onChange={draft.setExternal}
            />
          )}
          {!isBlocked && (
            <PlanView
              source={source}
              request={request}
              externalFiles={draft.sentExternalFiles}
              externalFileDestinations={draft.externalFileDestinations}
            />
          )}
        </Stack>
      </form>
    </Modal>
  );
}

/** The field that a refusal belongs to (2§8); null if it belongs to none. */
function errorFieldOf({ code, names }: ApiError): Partial<ExportDraftErrors> | null {
  switch (code) {
    case "noExportConfiguration":
      return { destinations: code };
    case "noPhotosSelected":
      return { photos: code };
    case "noFilesSelected":
      return { files: code };
    case "userParamMissing":
      return names.length > 0 ? { params: [...names] } : null;
    default:
      return null;
  }
}
