import { ProgressBar } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { DeliveryProgress } from "#domain/endpoints/exports/delivery.ts";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { NoteDigits } from "#ui/layout/typography.ts";

interface DeliveryBarProps {
  delivery: Pick<DeliveryProgress, "bytes" | "bytesSent" | "files" | "filesDone">;
  /** What is sent, and where. */
  name: string;
}

/** Progress of a delivery by bytes, which says how far it is better than files do. */
export function DeliveryBar({ delivery: { bytes, bytesSent, files, filesDone }, name }: DeliveryBarProps) {
  const { t } = useTranslation("delivery");
  const text =
    bytes === null
      ? t("listing")
      : `${t("bytesOf", { sent: formatBytes(bytesSent), bytes: formatBytes(bytes) })}, ${t("filesOf", {
          count: files,
          done: formatNumber(filesDone),
          files: formatNumber(files),
        })}`;
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

/** Never 100 before the last byte is there. */
export const percentOf = (sent: number, bytes: number | null): number =>
  bytes ? Math.min(100, Math.floor((sent / bytes) * 100)) : 0;
