import { GraphIcon } from "@primer/octicons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { Result } from "./Result.tsx";
import { RunForm } from "./RunForm.tsx";
import type { Choice, Run } from "./useStatistics.ts";

/** /customerstatistics (1§2), the run-based variant: shows only the last run. */
export default function CustomerStatistics() {
  const { t } = useTranslation("statistics");
  const { t: tCommon } = useTranslation();
  const [run, setRun] = useState<Run | null>(null);
  const start = (choice: Choice) => setRun((current) => ({ ...choice, number: (current?.number ?? 0) + 1 }));
  return (
    <Page title={tCommon("routes.customerStatistics")} lead={t("lead")}>
      <RunForm run={run} onRun={start} />
      {run ? (
        <Result key={run.number} run={run} />
      ) : (
        <EmptyState icon={GraphIcon} title={t("notRunYet")} text={t("notRunYetText")} />
      )}
    </Page>
  );
}
