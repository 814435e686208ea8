import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { formatNumber } from "#ui/format/numbers.ts";
import type { outcomeOf } from "./mergeChoice.ts";

/** A preview of the merged documentation. */
export function Outcome({ outcome }: { outcome: ReturnType<typeof outcomeOf> }) {
  const { t } = useTranslation("tools");
  return (
    <Box aria-label={t("merge.result")}>
      <h2>{t("merge.result")}</h2>
      <dl>
        <dt>{t("merge.resultTasks")}</dt>
        <dd>{formatNumber(outcome.taskCount)}</dd>
        <dt>{t("merge.resultPhotos")}</dt>
        <dd>{formatNumber(outcome.photos.length)}</dd>
        {outcome.renamedCount > 0 && (
          <>
            <dt>{t("merge.resultRenamedPhotos")}</dt>
            <dd>{formatNumber(outcome.renamedCount)}</dd>
          </>
        )}
      </dl>
      {outcome.renamedCount > 0 && <p>{t("merge.renamedHint")}</p>}
      <p>{t("merge.filesHint")}</p>
    </Box>
  );
}

const Box = styled.section`
  padding: var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-muted);
  h2 {
    margin-bottom: var(--base-size-8);
    font-size: var(--text-title-size-small);
  }
  dl {
    display: grid;
    grid-template-columns: minmax(0, auto) minmax(0, 1fr);
    gap: var(--base-size-4) var(--base-size-16);
    margin: 0;
  }
  dt,
  p {
    color: var(--fgColor-muted);
  }
  dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
  p {
    margin-top: var(--base-size-8);
    font-size: var(--text-body-size-small);
  }
`;
