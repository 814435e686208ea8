import { ChecklistIcon } from "@primer/octicons-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import {
  getLaterFiles,
  getLaterPhotos,
  getLaterReferencePhotos,
  getLaterTasks,
} from "#domain/endpoints/links/uploadLater.ts";
import { Card } from "#features/publicPage/Card.tsx";
import { LinkError } from "#features/publicPage/LinkError.tsx";
import { type CallState, useApiCall } from "#features/publicPage/useApiCall.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { SkippedFiles } from "#ui/upload/SkippedFiles.tsx";
import { CheckReceipt } from "./CheckReceipt.tsx";
import { useFileErrorText } from "./ChosenFiles.tsx";
import { LinkReceipt } from "./LinkReceipt.tsx";
import { extensionsOf, type LaterLists } from "./laterLists.ts";
import { TaskCard } from "./TaskCard.tsx";
import { TokenPage } from "./TokenPage.tsx";
import { Sending } from "./UploadSending.tsx";
import { useLinkUploads } from "./useLinkUploads.ts";
import { useReceipt } from "./useReceipt.ts";

/** /uploadLater?token (2§2): uploads photos and files to waiting tasks, without a login. */
export default function UploadLater() {
  const { t } = useTranslation("link");
  return (
    <TokenPage purpose="LATER" title={t("later.title")}>
      {(token) => <Later token={token} />}
    </TokenPage>
  );
}

function Later({ token }: { token: string }) {
  const lists = useApiCall<LaterLists>(
    useCallback(
      async (signal) => {
        const input = { body: { token }, signal };
        const [tasks, referencePhotos, files, photos] = await Promise.all([
          call(getLaterTasks, input),
          call(getLaterReferencePhotos, input),
          call(getLaterFiles, input),
          call(getLaterPhotos, input),
        ]);
        return {
          tasks: tasks.items,
          referencePhotos: referencePhotos.items,
          files: files.items,
          photos: photos.items,
        };
      },
      [token],
    ),
  );
  if (lists.data) return <Tasks token={token} lists={lists} data={lists.data} />;
  if (lists.failure) return <LinkError failure={lists.failure} onRetry={lists.reload} />;
  return <Loading />;
}

function Tasks({ token, lists, data }: { token: string; lists: CallState<LaterLists>; data: LaterLists }) {
  const { t } = useTranslation("link");
  const receipt = useReceipt(token);
  const { tasks } = data;
  // Success reloads the lists (2§2).
  const uploads = useLinkUploads(
    token,
    tasks.map(({ id }) => id),
    () => {
      lists.reload();
      receipt.reload();
    },
  );
  const errorTextOf = useFileErrorText();
  const arrivedTaskIds = new Set([...data.photos, ...data.files].map((item) => item.documentationTaskId));
  const isWaiting = tasks.some(({ id }) => !arrivedTaskIds.has(id));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { items, isRunning, comments, outcome } = uploads;
  const unsent = items.filter(({ step }) => step.state !== "done");
  const hasMissingComments = unsent.some(
    ({ key, slot }) => tasks.find(({ id }) => id === slot)?.type === "PHOTO" && !(comments[key] ?? "").trim(),
  );
  const hasInvalidFiles = unsent.some((item) => {
    const task = tasks.find(({ id }) => id === item.slot);
    return !task || errorTextOf(item, extensionsOf(task));
  });
  const showsErrors = isSubmitted && !isRunning;
  const errorText = !showsErrors
    ? null
    : items.length === 0
      ? outcome
        ? null
        : t("files.empty")
      : hasInvalidFiles
        ? t("filesInvalid")
        : hasMissingComments
          ? t("later.commentMissing")
          : null;

  function start() {
    setIsSubmitted(true);
    if (items.length > 0 && !hasInvalidFiles && !hasMissingComments) uploads.start();
  }
  return (
    <>
      {tasks.length === 0 ? (
        <Card>
          <EmptyState icon={ChecklistIcon} title={t("later.noTasks")} text={t("later.noTasksText")} />
        </Card>
      ) : (
        <p>{t(isWaiting ? "later.lead" : "later.allArrived")}</p>
      )}
      {lists.failure && <Banner kind="warning">{t("later.listStale")}</Banner>}
      {tasks.map((task) => (
        <TaskCard
          key={task.id}
          token={token}
          task={task}
          lists={data}
          uploads={uploads}
          requiresComments={showsErrors}
          onFiles={(files) => {
            setIsSubmitted(false);
            void uploads.add(files, task.id);
          }}
        />
      ))}
      <Card>
        <SkippedFiles names={uploads.skipped} onDismiss={uploads.dismissSkipped} />
        <Sending
          uploads={uploads}
          texts={{ success: t("later.success"), error: t("later.error") }}
          disabled={tasks.length === 0}
          error={errorText}
          onUpload={start}
        />
      </Card>
      <LinkReceipt receipt={receipt} sentIds={uploads.sent} isComplete={outcome?.kind === "success"} />
      <CheckReceipt />
    </>
  );
}
