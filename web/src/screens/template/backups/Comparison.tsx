import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { parseBackup } from "#domain/template/backup.ts";
import { diffTemplates } from "#domain/template/templateDifference.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { Note } from "#ui/layout/typography.ts";
import { DifferenceTable } from "./Difference.tsx";
import { useBackup } from "./useBackups.ts";

/** Compares two versions: the fields that differ and, on demand, the stored JSON. */
export function Comparison({ olderId, newerId }: { olderId: string; newerId: string }) {
  const { t } = useTranslation("template");
  const olderBackup = useBackup(olderId);
  const newerBackup = useBackup(newerId);
  const olderContent = useMemo(
    () => (olderBackup.data ? parseBackup(olderBackup.data.json) : null),
    [olderBackup.data],
  );
  const newerContent = useMemo(
    () => (newerBackup.data ? parseBackup(newerBackup.data.json) : null),
    [newerBackup.data],
  );
  const differences = useMemo(
    () => (olderContent && newerContent ? diffTemplates(olderContent, newerContent) : null),
    [olderContent, newerContent],
  );
  const failure = olderBackup.error ?? newerBackup.error;
  if (failure instanceof ApiError)
    return (
      <LoadError
        failure={failure}
        onRetry={() => {
          void olderBackup.refetch();
          void newerBackup.refetch();
        }}
      />
    );
  if (!olderBackup.data || !newerBackup.data) return <Loading />;
  return (
    <Stack>
      {differences === null ? (
        <Banner kind="warning">{t("backups.unreadable")}</Banner>
      ) : differences.length === 0 ? (
        <p>{t("backups.identical")}</p>
      ) : (
        <>
          <Note>{t("backups.differences", { count: differences.length })}</Note>
          <DifferenceTable differences={differences} />
        </>
      )}
      <details open={differences === null}>
        <summary>{t("backups.json")}</summary>
        <Sides>
          <StoredJson tabIndex={0} role="region" aria-label={t("backups.before")}>
            {formatJson(olderBackup.data.json)}
          </StoredJson>
          <StoredJson tabIndex={0} role="region" aria-label={t("backups.after")}>
            {formatJson(newerBackup.data.json)}
          </StoredJson>
        </Sides>
      </details>
    </Stack>
  );
}

function formatJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--base-size-8);
  margin-top: var(--base-size-8);
`;

const StoredJson = styled.pre`
  max-height: 480px;
  margin: 0;
  padding: var(--base-size-8);
  overflow: auto;
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  font-size: var(--text-body-size-small);
`;
