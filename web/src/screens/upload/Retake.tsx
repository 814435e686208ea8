import { CheckCircleFillIcon, DeviceCameraIcon } from "@primer/octicons-react";
import { lazy, Suspense, useCallback, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { apiBase, call, pathOf } from "#api/client.ts";
import {
  listRetakeRequests,
  type RetakeRequest,
  retakePhotoDownload,
} from "#domain/endpoints/documentation/retake.ts";
import { parseFileExtensions, photoExtensions } from "#domain/task/fileExtensions.ts";
import { Card } from "#features/publicPage/Card.tsx";
import { LinkError } from "#features/publicPage/LinkError.tsx";
import { type CallState, useApiCall } from "#features/publicPage/useApiCall.ts";
import { loadTexts } from "#i18n/i18n.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { CardTitle, Note, TaskDescription, UserText } from "#ui/layout/typography.ts";
import { DropZone } from "#ui/upload/DropZone.tsx";
import { SkippedFiles } from "#ui/upload/SkippedFiles.tsx";
import { CheckReceipt } from "./CheckReceipt.tsx";
import { SelectedFiles, useFileErrorText } from "./ChosenFiles.tsx";
import { LinkReceipt } from "./LinkReceipt.tsx";
import { TokenPage } from "./TokenPage.tsx";
import { SelectAgainNotice, Sending } from "./UploadSending.tsx";
import { type LinkUploads, useLinkUploads } from "./useLinkUploads.ts";
import { useReceipt } from "./useReceipt.ts";

/** /retake?token: the retakes a reviewer has requested, without a login. */
export default function Retake() {
  const { t } = useTranslation("link");
  return (
    <TokenPage purpose="RETAKE" title={t("retake.title")}>
      {(token) => <RetakeLoader token={token} />}
    </TokenPage>
  );
}

function RetakeLoader({ token }: { token: string }) {
  const retakes = useApiCall<RetakeRequest[]>(
    useCallback(
      async (signal) => (await call(listRetakeRequests, { body: { token }, signal })).items,
      [token],
    ),
  );
  if (retakes.data) return <Items token={token} requests={retakes} items={retakes.data} />;
  if (retakes.failure) return <LinkError failure={retakes.failure} onRetry={retakes.reload} />;
  return <Loading />;
}

/** The allowed extensions. Photos must be JPEG regardless of the task; files have the extensions of their task. */
const extensionsOf = ({ kind, options }: RetakeRequest): readonly string[] =>
  kind === "PHOTO" ? photoExtensions : parseFileExtensions(options);
/** True while a request accepts uploads: a photo request until it is answered, a task request while the link is valid. */
const isOpen = ({ photoId, kind, outcome }: RetakeRequest): boolean =>
  outcome === null || (photoId === null && kind !== "ANSWER");
const takesUploads = (retake: RetakeRequest): boolean => retake.kind !== "ANSWER" && isOpen(retake);

/** Loaded on demand: few retakes have a drawing. */
const DrawnPicture = lazy(async () => ({
  default: (await import("#features/photo/markup/DrawnPicture.tsx")).DrawnPicture,
}));

/** Loaded on demand: few links ask for answers. */
const AnswerForm = lazy(async () => {
  const [form] = await Promise.all([import("./AnswerForm.tsx"), loadTexts("review")]);
  return form;
});

function Items({
  token,
  requests,
  items,
}: {
  token: string;
  requests: CallState<RetakeRequest[]>;
  items: RetakeRequest[];
}) {
  const { t } = useTranslation("link");
  const receipt = useReceipt(token);
  const uploads = useLinkUploads(
    token,
    items.filter(takesUploads).map(({ id }) => id),
    () => {
      requests.reload();
      receipt.reload();
    },
    (slot) => {
      const { photoId, documentationTaskId } = items.find(({ id }) => id === slot) ?? {};
      return { ...(photoId && { photoId }), ...(documentationTaskId && { taskId: documentationTaskId }) };
    },
  );
  const errorTextOf = useFileErrorText();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { items: files, isRunning, outcome } = uploads;
  const hasInvalidFiles = files.some((file) => {
    const item = items.find(({ id }) => id === file.slot);
    return file.step.state !== "done" && (!item || errorTextOf(file, extensionsOf(item)) !== null);
  });
  const errorText =
    !isSubmitted || isRunning
      ? null
      : files.length === 0
        ? outcome
          ? null
          : t("files.empty")
        : hasInvalidFiles
          ? t("filesInvalid")
          : null;
  const acceptsUploads = items.some(takesUploads);
  // Arrived items count as open until the list has been reloaded.
  const arrivedIds = new Set(files.flatMap(({ slot, step }) => (step.state === "done" ? slot : [])));
  const remainingCount = items.filter(({ id, outcome: end }) => end === null && !arrivedIds.has(id)).length;
  return (
    <>
      {items.length === 0 ? (
        <Card>
          <EmptyState
            icon={CheckCircleFillIcon}
            title={t("retake.nothingNeeded")}
            text={t("retake.nothingNeededText")}
          />
        </Card>
      ) : (
        <p>{t("retake.lead")}</p>
      )}
      {requests.failure && <Banner kind="warning">{t("later.listStale")}</Banner>}
      {items.map((item) => (
        <RetakeCard
          key={item.id}
          token={token}
          request={item}
          uploads={uploads}
          onAnswered={requests.reload}
          onFiles={(selectedFiles) => {
            setIsSubmitted(false);
            const isSinglePhoto = item.photoId !== null;
            // A replacement is a single photo: the last one selected.
            if (isSinglePhoto) for (const file of files) if (file.slot === item.id) uploads.remove(file);
            void uploads.add(isSinglePhoto ? selectedFiles.slice(0, 1) : selectedFiles, item.id);
          }}
        />
      ))}
      {(acceptsUploads || outcome) && (
        <Card>
          <SkippedFiles names={uploads.skipped} onDismiss={uploads.dismissSkipped} />
          <Sending
            uploads={uploads}
            texts={{
              success:
                remainingCount > 0 ? t("retake.moreNeeded", { count: remainingCount }) : t("retake.success"),
              error: t("later.error"),
            }}
            disabled={!acceptsUploads}
            error={errorText}
            onUpload={() => {
              setIsSubmitted(true);
              if (files.length > 0 && !hasInvalidFiles) uploads.start();
            }}
          />
        </Card>
      )}
      <LinkReceipt receipt={receipt} sentIds={uploads.sent} isComplete={outcome?.kind === "success"} />
      <CheckReceipt />
    </>
  );
}

interface RetakeCardProps {
  token: string;
  request: RetakeRequest;
  uploads: LinkUploads;
  onAnswered: () => void;
  onFiles: (files: File[]) => void;
}

/** A requested retake: the reason, the photo that was sent back with camera buttons, or the answer form. */
function RetakeCard({ token, request, uploads, onAnswered, onFiles }: RetakeCardProps) {
  const { t } = useTranslation("link");
  const { t: tUpload } = useTranslation("upload");
  const { id, photoId, photoName, taskName, taskDescription, kind, reason, creator, outcome } = request;
  const title = photoName ?? taskName ?? "";
  const extensions = extensionsOf(request);
  const picture = `${apiBase}${pathOf(retakePhotoDownload, { id })}?${new URLSearchParams({ link: token })}`;
  return (
    <Card aria-label={title}>
      <div>
        <CardTitle>{title}</CardTitle>
        {photoName && taskName && !photoName.startsWith(taskName) && <Note as="p">{taskName}</Note>}
        {taskDescription && <TaskDescription>{taskDescription}</TaskDescription>}
      </div>
      <Banner
        kind={isOpen(request) ? "warning" : "success"}
        detail={t("retake.requestedBy", { name: creator })}
      >
        <UserText as="span">{isOpen(request) ? reason : t("retake.received")}</UserText>
        {request.dueDay && outcome === null && <div>{t("retake.answerBy", { day: request.dueDay })}</div>}
      </Banner>
      {photoId && outcome === null && (
        <SentBackPhoto>
          {request.drawing ? (
            <Suspense fallback={<Loading />}>
              <DrawnPicture
                src={picture}
                alt={t("retake.sentBackPhotoOf", { name: title })}
                drawing={request.drawing}
              />
            </Suspense>
          ) : (
            <img src={picture} alt={t("retake.sentBackPhotoOf", { name: title })} />
          )}
          <figcaption>{t(request.drawing ? "retake.drawnPhoto" : "retake.sentBackPhoto")}</figcaption>
        </SentBackPhoto>
      )}
      {request.task && isOpen(request) && (
        <Suspense fallback={<Loading />}>
          <AnswerForm token={token} request={request} task={request.task} onAnswered={onAnswered} />
        </Suspense>
      )}
      {takesUploads(request) &&
        (kind === "PHOTO" ? (
          <Camera allowsMultiple={photoId === null} disabled={uploads.isRunning} onFiles={onFiles} />
        ) : (
          <DropZone
            label={t("later.chooseFiles")}
            hint={
              extensions.length > 0
                ? tUpload("allowedExtensions", { extensions: extensions.join(", ") })
                : tUpload("anyExtension")
            }
            accept={extensions.join(",")}
            disabled={uploads.isRunning}
            onFiles={onFiles}
          />
        ))}
      <SelectAgainNotice uploads={uploads} slot={id} />
      <SelectedFiles uploads={uploads} slot={id} extensions={extensions} />
    </Card>
  );
}

interface CameraProps {
  allowsMultiple: boolean;
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

/** Takes a photo with the camera or selects an existing one. Accepting only JPEG makes phones convert their own formats. */
function Camera({ allowsMultiple, disabled, onFiles }: CameraProps) {
  const { t } = useTranslation("link");
  const [camera, album] = [useId(), useId()];
  const renderInput = (id: string, attributes: object) => (
    <input
      id={id}
      type="file"
      accept="image/jpeg"
      disabled={disabled}
      {...attributes}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        // Allows selecting the same photo again after it was removed.
        target.value = "";
        if (files.length > 0) onFiles(files);
      }}
    />
  );
  return (
    <Choices>
      {renderInput(camera, { capture: "environment" })}
      <label htmlFor={camera}>
        <DeviceCameraIcon size={20} /> {t("retake.takePhoto")}
      </label>
      {renderInput(album, { multiple: allowsMultiple })}
      <label htmlFor={album}>{t("retake.choosePhoto")}</label>
    </Choices>
  );
}

const SentBackPhoto = styled.figure`
  margin: 0;
  img {
    display: block;
    max-width: 100%;
    max-height: 320px;
    border-radius: var(--borderRadius-medium);
    background: var(--bgColor-muted);
  }
  figcaption {
    margin-top: var(--base-size-4);
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
  }
`;

const Choices = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8);
  input {
    position: absolute;
    width: 1px;
    height: 1px;
    opacity: 0;
  }
  label {
    display: inline-flex;
    flex: 1 1 180px;
    align-items: center;
    justify-content: center;
    gap: var(--base-size-8);
    min-height: 48px;
    padding: 0 var(--base-size-16);
    border: 1px solid var(--button-default-borderColor-rest);
    border-radius: var(--borderRadius-medium);
    background: var(--button-default-bgColor-rest);
    font-weight: var(--base-text-weight-semibold);
    cursor: pointer;
  }
  input:focus-visible + label {
    outline: 2px solid var(--focus-outlineColor);
    outline-offset: 2px;
  }
  input:disabled + label {
    opacity: 0.5;
    cursor: not-allowed;
  }
`;
