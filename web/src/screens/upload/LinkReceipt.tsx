import { useTranslation } from "react-i18next";
import { Card } from "#features/publicPage/Card.tsx";
import type { CallState } from "#features/publicPage/useApiCall.ts";
import { Receipt } from "#features/receipt/Receipt.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { CardTitle } from "#ui/layout/typography.ts";
import type { SignedReceipt } from "./useReceipt.ts";

interface LinkReceiptProps {
  receipt: CallState<SignedReceipt>;
  /** SHA-256 digests of what this page has sent. */
  sentIds: ReadonlySet<string>;
  /** Everything has arrived. */
  isComplete: boolean;
}

/** The receipt of a link, shown once something has arrived and compared with what this page has sent. */
export function LinkReceipt({ receipt, sentIds, isComplete }: LinkReceiptProps) {
  const { t } = useTranslation("link");
  const { data, failure, isLoading, reload } = receipt;
  if (failure && (sentIds.size > 0 || data))
    return (
      <Card>
        <CardTitle>{t("receipt.title")}</CardTitle>
        <p>{t("receipt.failed")}</p>
        <LoadError failure={failure} onRetry={reload} />
      </Card>
    );
  if (!data || data.receipt.expected === 0) return null;
  const receivedHashes = new Set(data.receipt.items.map(({ sha256 }) => sha256));
  const hasDifferences = isComplete && !isLoading && [...sentIds].some((hash) => !receivedHashes.has(hash));
  return (
    <Card>
      <CardTitle>{t("receipt.title")}</CardTitle>
      {hasDifferences && <Banner kind="danger">{t("receipt.differs")}</Banner>}
      <Receipt signedReceipt={data} compared={sentIds} />
    </Card>
  );
}
