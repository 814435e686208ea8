import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { problemText } from "#api/errorTexts.ts";
import { signedReceipt, verifyReceipt } from "#domain/endpoints/links/receipt.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { FilePicker } from "#ui/input/FilePicker.tsx";
import { QuietSummary } from "#ui/layout/typography.ts";

/** Checks whether a receipt was issued by the service. */
export function CheckReceipt() {
  const { t } = useTranslation("link");
  const [name, setName] = useState<string | null>(null);
  const [result, setResult] = useState<{ kind: "success" | "danger"; text: string } | null>(null);

  async function check(file: File) {
    setName(file.name);
    setResult(null);
    const signed = signedReceipt.safeParse(parseJson(await file.text().catch(() => "")));
    if (!signed.success) return setResult({ kind: "danger", text: t("check.noReceipt") });
    try {
      const { valid } = await call(verifyReceipt, { body: signed.data });
      const { received, expected, documentationName, dateCreated } = signed.data.receipt;
      setResult(
        valid
          ? {
              kind: "success",
              text: t("check.valid", {
                receivedCount: received,
                expectedCount: expected,
                name: documentationName,
                date: formatDateTime(dateCreated),
              }),
            }
          : { kind: "danger", text: t("check.invalid") },
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setResult({ kind: "danger", text: problemText(error) });
    }
  }
  return (
    <details>
      <QuietSummary>{t("check.title")}</QuietSummary>
      <FilePicker
        label={t("check.choose")}
        caption={t("check.text")}
        accept=".json,application/json"
        name={name}
        onSelect={(file) => void check(file)}
      />
      <div role="status">{result && <Banner kind={result.kind}>{result.text}</Banner>}</div>
    </details>
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
