import { DownloadIcon, FileIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { apiBase, call, toQueryString } from "#api/client.ts";
import { problemText } from "#api/errorTexts.ts";
import {
  type DeliveryLinkContents,
  downloadDeliveryLink,
  getDeliveryLink,
} from "#domain/endpoints/exports/deliveryLink.ts";
import { Card } from "#features/publicPage/Card.tsx";
import { LinkError } from "#features/publicPage/LinkError.tsx";
import { PublicFrame, PublicTitle } from "#features/publicPage/PublicFrame.tsx";
import { useApiCall } from "#features/publicPage/useApiCall.ts";
import { getLanguage } from "#i18n/language.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { formatBytes } from "#ui/format/numbers.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { CardTitle, FieldErrorText, Note } from "#ui/layout/typography.ts";
import { Checksums, FileRows, Foot, Head } from "./FileRows.tsx";

const areas = ["delivered"] as const;

/** /delivered?token: downloads files that were too large for a mail, without a login. Without a token it makes no call. */
export default function Delivered() {
  const { t } = useTranslation("delivered");
  const [token] = useState(() => new URLSearchParams(location.search).get("token") ?? "");
  return (
    <PublicFrame title={t("title")} areas={areas}>
      {token ? <DeliveryLink token={token} /> : <LinkError failure={null} onRetry={null} />}
    </PublicFrame>
  );
}

function DeliveryLink({ token }: { token: string }) {
  const { t } = useTranslation("delivered");
  const { data, failure, reload } = useApiCall(
    useCallback((signal) => call(getDeliveryLink, { body: { token }, signal }), [token]),
  );
  if (failure)
    return (
      <LinkError
        failure={failure}
        onRetry={reload}
        texts={{ unknown: t("unknownLinkText"), expired: t("expiredLinkText") }}
      />
    );
  if (!data) return <Loading />;
  const { name, customerName, expires, fileCount, removedCount } = data;
  return (
    <>
      <header>
        <PublicTitle>{name}</PublicTitle>
        <p>{t("fromCustomer", { customer: customerName })}</p>
        <Note as="p">{t("openUntil", { date: formatDateTime(expires) })}</Note>
      </header>
      {removedCount > 0 && removedCount < fileCount && (
        <Banner kind="warning" detail={t("someRemovedText")}>
          {t("someRemoved", { count: removedCount })}
        </Banner>
      )}
      {removedCount === fileCount ? (
        <EmptyState icon={FileIcon} title={t("allRemoved")} text={t("allRemovedText")} />
      ) : (
        <Files token={token} link={data} />
      )}
    </>
  );
}

const urlOf = (token: string, fileId?: string) =>
  `${apiBase}${downloadDeliveryLink.path}${toQueryString({ link: token, file: fileId, language: getLanguage() })}`;

/** The files of a link, a page at a time. */
function Files({ token, link }: { token: string; link: DeliveryLinkContents }) {
  const { t } = useTranslation("delivered");
  const [moreFiles, setMoreFiles] = useState<DeliveryLinkContents["files"]>([]);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const files = [...link.files, ...moreFiles];
  const { fileCount, removedCount, bytes } = link;
  const availableCount = fileCount - removedCount;

  async function loadMore() {
    setLoading(true);
    setFailure(null);
    try {
      const page = await call(getDeliveryLink, { body: { token, offset: files.length } });
      setMoreFiles((current) => [...current, ...page.files]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    } finally {
      setLoading(false);
    }
  }
  return (
    <Card>
      <Head>
        <CardTitle>{t("summary", { count: availableCount, size: formatBytes(bytes) })}</CardTitle>
        {availableCount > 1 && (
          <Button
            as="a"
            variant="primary"
            size="large"
            leadingVisual={DownloadIcon}
            href={urlOf(token)}
            download
          >
            {t("downloadAll")}
          </Button>
        )}
      </Head>
      <FileRows files={files} urlOf={(id) => urlOf(token, id)} />
      {files.length < fileCount && (
        <Foot>
          <Note aria-live="polite">
            {t("visibleFiles", { visibleCount: files.length, count: fileCount })}
          </Note>
          <Button size="large" loading={isLoading} onClick={() => void loadMore()}>
            {t("showMore")}
          </Button>
        </Foot>
      )}
      <div role="status">{failure && <FieldErrorText as="div">{problemText(failure)}</FieldErrorText>}</div>
      <Checksums files={files} />
    </Card>
  );
}
