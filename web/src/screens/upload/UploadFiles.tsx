import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#features/publicPage/Card.tsx";
import { CardTitle } from "#ui/layout/typography.ts";
import { DropZone } from "#ui/upload/DropZone.tsx";
import { SkippedFiles } from "#ui/upload/SkippedFiles.tsx";
import { CheckReceipt } from "./CheckReceipt.tsx";
import { SelectedFiles, useFileErrorText } from "./ChosenFiles.tsx";
import { LinkReceipt } from "./LinkReceipt.tsx";
import { type TokenInfo, TokenPage } from "./TokenPage.tsx";
import { SelectAgainNotice, Sending } from "./UploadSending.tsx";
import { useLinkUploads } from "./useLinkUploads.ts";
import { useReceipt } from "./useReceipt.ts";

/** /uploadFiles?token (2§2): uploads files to a documentation, without a login. */
export default function UploadFiles() {
  const { t } = useTranslation("link");
  return (
    <TokenPage purpose="FILES" title={t("files.title")}>
      {(token, info) => <Files token={token} info={info} />}
    </TokenPage>
  );
}

const documentationTarget = [""] as const;

function Files({ token, info }: { token: string; info: TokenInfo }) {
  const { t } = useTranslation("link");
  const { t: tUpload } = useTranslation("upload");
  const receipt = useReceipt(token);
  const uploads = useLinkUploads(token, documentationTarget, receipt.reload);
  const errorTextOf = useFileErrorText();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { items, isRunning } = uploads;
  const hasInvalidFiles = items.some((item) => errorTextOf(item, []));

  function start() {
    // An empty list is not sent (2§2).
    setIsSubmitted(true);
    if (items.length > 0 && !hasInvalidFiles) uploads.start();
  }
  return (
    <>
      <Card>
        <CardTitle>{t("files.title")}</CardTitle>
        <p>{t("files.lead", { customer: info.customerName })}</p>
        <DropZone
          label={t("files.choose")}
          hint={tUpload("anyExtension")}
          accept=""
          disabled={isRunning}
          onFiles={(files) => {
            setIsSubmitted(false);
            void uploads.add(files, "");
          }}
        />
        <SkippedFiles names={uploads.skipped} onDismiss={uploads.dismissSkipped} />
        <SelectAgainNotice uploads={uploads} slot="" />
        <SelectedFiles uploads={uploads} slot="" extensions={[]} />
        <Sending
          uploads={uploads}
          texts={{ success: t("files.success"), error: t("files.error") }}
          error={
            isSubmitted && !isRunning && items.length === 0 && !uploads.outcome
              ? t("files.empty")
              : isSubmitted && hasInvalidFiles
                ? t("filesInvalid")
                : null
          }
          onUpload={start}
        />
      </Card>
      <LinkReceipt
        receipt={receipt}
        sentIds={uploads.sent}
        isComplete={uploads.outcome?.kind === "success"}
      />
      <CheckReceipt />
    </>
  );
}
