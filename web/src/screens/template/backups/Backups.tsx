import { HistoryIcon } from "@primer/octicons-react";
import { FormControl, Select } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import type { TemplateBackup } from "#domain/endpoints/configuration/templateCalls.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { formatDateTimeWithSeconds } from "#ui/format/dates.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Grid } from "../templateStyles.ts";
import type { TemplateRow } from "../useTemplate.ts";
import { Comparison } from "./Comparison.tsx";
import { Restore } from "./Restore.tsx";
import { useBackups } from "./useBackups.ts";

interface BackupsProps {
  id: string;
  version: number;
  /** Restoring a backup discards unsaved changes. */
  hasUnsavedChanges?: boolean;
  onRestored: (row: TemplateRow) => void;
}

/** The saved versions: compares two of them, and restores one (3§2). */
export function Backups({ id, version, hasUnsavedChanges = false, onRestored }: BackupsProps) {
  const { t } = useTranslation("template");
  const backupsQuery = useBackups(id, version);
  const [olderId, setOlderId] = useState<string | null>(null);
  const [newerId, setNewerId] = useState<string | null>(null);
  if (backupsQuery.error instanceof ApiError && !backupsQuery.data)
    return <LoadError failure={backupsQuery.error} onRetry={() => backupsQuery.refetch()} />;
  if (!backupsQuery.data) return <Loading />;
  const items = backupsQuery.data;
  const [newestBackup] = items;
  if (!newestBackup) return <EmptyState icon={HistoryIcon} title={t("backups.empty")} />;
  const labelOf = (backup: TemplateBackup) =>
    t("backups.versionLabel", {
      date: formatDateTimeWithSeconds(backup.dateCreated),
      username: backup.username ?? t("backups.service"),
    }) + (backup === newestBackup ? ` (${t("backups.currentVersion")})` : "");
  const olderBackup = items.find((item) => item.id === olderId) ?? items[1] ?? newestBackup;
  const newerBackup = items.find((item) => item.id === newerId) ?? newestBackup;
  const renderSelect = (label: string, value: string, choose: (id: string) => void) => (
    <FormControl>
      <FormControl.Label>{label}</FormControl.Label>
      <Select block value={value} onChange={(event) => choose(event.target.value)}>
        {items.map((item) => (
          <Select.Option key={item.id} value={item.id}>
            {labelOf(item)}
          </Select.Option>
        ))}
      </Select>
    </FormControl>
  );
  return (
    <Stack>
      <Grid>
        {renderSelect(t("backups.older"), olderBackup.id, setOlderId)}
        {renderSelect(t("backups.newer"), newerBackup.id, setNewerId)}
      </Grid>
      <Restore
        backup={olderBackup}
        version={version}
        isCurrent={olderBackup === newestBackup}
        hasUnsavedChanges={hasUnsavedChanges}
        onRestored={(row) => {
          // Resets the comparison, as there is a new newest version.
          setOlderId(null);
          setNewerId(null);
          onRestored(row);
        }}
      />
      <Comparison olderId={olderBackup.id} newerId={newerBackup.id} />
    </Stack>
  );
}
