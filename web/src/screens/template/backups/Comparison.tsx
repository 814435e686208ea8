import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/failure.ts";
import { backupContent } from "#domain/template/backup.ts";
import { templateDifference } from "#domain/template/templateDifference.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { Note } from "#ui/layout/typography.ts";
import { Difference } from "./Difference.tsx";
import { useBackup } from "./useBackups.ts";

/** Two versions as the fields that differ and, for whoever wants it, as the text that is stored. */
export function Comparison({ older, newer }: { older: string; newer: string }) {
  const { t } = useTranslation("template");
  const one = useBackup(older);
  const other = useBackup(newer);
  const before = useMemo(() => (one.data ? backupContent(one.data.json) : null), [one.data]);
  const after = useMemo(() => (other.data ? backupContent(other.data.json) : null), [other.data]);
  const found = useMemo(() => (before && after ? templateDifference(before, after) : null), [before, after]);
  const failure = one.error ?? other.error;
  if (failure instanceof ApiError)
    return (
      <LoadError
        failure={failure}
        onRetry={() => {
          void one.refetch();
          void other.refetch();
        }}
      />
    );
  if (!one.data || !other.data) return <Loading />;
  return (
    <Stack>
      {found === null ? (
        <Banner kind="warning">{t("backups.unreadable")}</Banner>
      ) : found.length === 0 ? (
        <p>{t("backups.same")}</p>
      ) : (
        <>
          <Note>{t("backups.differences", { count: found.length })}</Note>
          <Difference found={found} />
        </>
      )}
      <details open={found === null}>
        <summary>{t("backups.json")}</summary>
        <Sides>
          <Stored tabIndex={0} role="region" aria-label={t("backups.before")}>
            {pretty(one.data.json)}
          </Stored>
          <Stored tabIndex={0} role="region" aria-label={t("backups.after")}>
            {pretty(other.data.json)}
          </Stored>
        </Sides>
      </details>
    </Stack>
  );
}

function pretty(json: string): string {
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

const Stored = styled.pre`
  max-height: 480px;
  margin: 0;
  padding: var(--base-size-8);
  overflow: auto;
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  font-size: var(--text-body-size-small);
`;
