import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { downloadPhotoDump, preparePhotoDump } from "#domain/endpoints/configuration/customerCalls.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { BackgroundJobDialog, Facts } from "./BackgroundJobDialog.tsx";
import type { CustomerRow } from "./customerColumns.tsx";
import { useBackgroundDownload } from "./useBackgroundDownload.ts";

/** Prepares the zip of all of a customer's photos, and downloads it once it is ready (1§4). */
export function PhotoDumpDialog({ row, onClose }: { row: CustomerRow; onClose: () => void }) {
  const { t } = useTranslation("customer");
  const { id, name, documentationCount = 0, photoCount = 0, totalSize = 0 } = row;
  const work = useBackgroundDownload({
    name: `photoDump/${id}`,
    start: () => call(preparePhotoDump, { params: { id } }),
    download: (job) => ({ path: downloadPhotoDump.path, query: { customerId: id, job } }),
  });
  const { preparation } = work;
  return (
    <BackgroundJobDialog
      title={t("dump.title", { name })}
      narrow="bottom"
      work={work}
      progressLabel={t("dump.progress")}
      lead={
        <>
          <p>{t("dump.lead")}</p>
          <Totals>
            {photoCount === 0
              ? t("dump.noPhotos")
              : t("dump.contents", {
                  photos: formatNumber(photoCount),
                  documentations: formatNumber(documentationCount),
                  size: formatBytes(totalSize),
                })}
          </Totals>
        </>
      }
      startButton={
        <Button variant="primary" onClick={work.begin}>
          {t("dump.start")}
        </Button>
      }
      result={preparation.step === "ready" && <Result result={preparation.job.result} />}
      repeatText={<Button onClick={work.begin}>{t("backgroundJob.prepareAgain")}</Button>}
      onClose={onClose}
    />
  );
}

function Result({ result }: { result: JobStatus["result"] }) {
  const { t } = useTranslation("customer");
  const { size, included, missing = 0 } = result ?? {};
  return (
    <Banner kind={missing > 0 ? "warning" : "success"}>
      <strong>{t("dump.ready")}</strong>
      <Facts>
        {size !== undefined && (
          <>
            <dt>{t("dump.size")}</dt>
            <dd>{formatBytes(size)}</dd>
          </>
        )}
        {included !== undefined && (
          <>
            <dt>{t("dump.included")}</dt>
            <dd>{formatNumber(included)}</dd>
          </>
        )}
        <dt>{t("dump.missing")}</dt>
        <dd>{formatNumber(missing)}</dd>
      </Facts>
      {missing > 0 && <div>{t("dump.missingHint")}</div>}
    </Banner>
  );
}

const Totals = styled.p`
  margin-top: var(--base-size-8);
  color: var(--fgColor-muted);
`;
