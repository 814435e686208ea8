import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { z } from "zod";
import { documentationStatuses, repairedFields, taskEditChanges } from "#domain/core/documentationTypes.ts";
import type { documentationEvent } from "#domain/endpoints/documentation/details.ts";
import { formatDateTime } from "#ui/format/dates.ts";

type Event = Pick<z.output<typeof documentationEvent>, "type" | "params">;

/** An event with its object (a task, photo or file) and the old and new value. */
export function EventText({ event }: { event: Event }) {
  const { t } = useTranslation("documentation");
  const { t: tReview } = useTranslation("review");
  return (
    <>
      <Title>{titleOf(event, t, tReview)}</Title>
      {detailsOf(event, tReview).map((line) => (
        <Detail key={line}>{line}</Detail>
      ))}
    </>
  );
}

function titleOf(
  { type, params }: Event,
  t: TFunction<"documentation">,
  review: TFunction<"review">,
): string {
  const status = documentationStatuses.find((value) => value === params.status);
  if (type === "STATUS_CHANGED" && status) return t("statusChangedTo", { status: t(`status.${status}`) });
  const change = taskEditChanges.find((value) => value === params.change);
  if (type === "TASK_EDIT" && change) return review(`event.${change}`);
  return t(`eventType.${type}`);
}

function detailsOf({ type, params }: Event, t: TFunction<"review">): string[] {
  const { task, photo, file, from, to, comment, previousComment, rotation, markup } = params;
  const { reason, device, takenFrom, day } = params;
  if (type === "MERGED")
    return [
      ...(from ? [t("event.mergedFrom", { names: from })] : []),
      ...(params.into ? [t("event.mergedInto", { name: params.into })] : []),
    ];
  if (type === "DOWNLOADED")
    return [
      ...(device && device !== "N/A" ? [t("event.onDevice", { device: device.slice(0, 8) })] : []),
      ...(takenFrom ? [t("event.takenOverFrom", { name: takenFrom })] : []),
    ];
  if (type === "ASSIGNED")
    return [
      to ? t("event.assignedTo", { name: to }) : t("event.assignedToNobody"),
      ...(day ? [t("event.reviewBy", { day })] : []),
    ];
  if (params.tag) return [params.tag];
  const objectName = photo ?? file;
  const lines: string[] = [];
  if (objectName)
    lines.push(
      task && !objectName.startsWith(task) ? t("event.objectOfTask", { objectName, task }) : objectName,
    );
  else if (task) lines.push(task);
  if (from !== undefined || to !== undefined)
    lines.push(t("event.valueChange", { from: from || t("event.noAnswer"), to: to || t("event.noAnswer") }));
  if (comment !== undefined)
    lines.push(
      t("event.commentChange", {
        from: previousComment || t("event.noComment"),
        to: comment || t("event.noComment"),
      }),
    );
  if (rotation !== undefined) lines.push(t("event.rotated", { degrees: Number(rotation) * 90 }));
  if (markup !== undefined) lines.push(t(markup === "0" ? "event.markupRemoved" : "event.markupSaved"));
  const field = repairedFields.find((value) => value === params.field);
  if (type === "TEXT_REPAIRED" && field)
    lines.push(t(`event.repaired.${field}`, { characters: params.characters ?? "" }));
  if (type === "TIME_REPAIRED" && params.deviceTime)
    lines.push(t("event.deviceClock", { time: formatDateTime(params.deviceTime) }));
  if (reason) lines.push(t("event.reason", { reason }));
  if (params.recipient) lines.push(t("event.sentTo", { recipient: params.recipient }));
  if (day) lines.push(t("event.answerBy", { day }));
  return lines;
}

const Title = styled.div`
  font-weight: var(--base-text-weight-medium);
`;

const Detail = styled.div`
  font-size: var(--text-body-size-small);
  overflow-wrap: anywhere;
  white-space: pre-line;
`;
