import { ProgressBar } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { DeliveryProgress } from "#domain/endpoints/shared/deliveryProgress.ts";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { NoteDigits } from "#ui/layout/typography.ts";

interface DeliveryBarProps {
  delivery: Pick<DeliveryProgress, "bytes" | "bytesSent" | "files" | "filesDone">;
  /** Names the delivery and its destination. */
  name: string;
}

/** Progress of a delivery in bytes, which is a better measure than files. */
export function DeliveryBar({ delivery: { bytes, bytesSent, files, filesDone }, name }: DeliveryBarProps) {
  const { t } = useTranslation("delivery");
  const text =
    bytes === null
      ? t("planning")
      : `${t("bytesProgress", { sentSize: formatBytes(bytesSent), totalSize: formatBytes(bytes) })}, ${t(
          "filesProgress",
          {
            count: files,
            deliveredCount: formatNumber(filesDone),
            total: formatNumber(files),
          },
        )}`;
  const percent = percentOf(bytesSent, bytes);
  return (
    <Stack $gap={4}>
      <ProgressBar
        barSize="small"
        progress={percent}
        animated={bytes === null}
        aria-label={t("progressOf", { name })}
        aria-valuenow={percent}
        aria-valuetext={text}
      />
      <NoteDigits>{text}</NoteDigits>
    </Stack>
  );
}

/** Returns the whole percent; 100 only once the last byte has been sent. */
export const percentOf = (sentBytes: number, totalBytes: number | null): number =>
  totalBytes ? Math.min(100, Math.floor((sentBytes / totalBytes) * 100)) : 0;
