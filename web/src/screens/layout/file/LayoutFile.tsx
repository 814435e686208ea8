import { AlertIcon, CheckCircleIcon, DownloadIcon, FileIcon, TrashIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { inspectLayoutFile, type LayoutFileFindings } from "#domain/endpoints/configuration/layout.ts";
import type { LayoutContent } from "#domain/layout/layoutEdit.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { isOfficeFileType, readOfficeFileData } from "#domain/layout/officeFile.ts";
import { downloadBlob } from "#lib/downloadBlob.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { Buttons, Stack, ValueLine } from "#ui/layout/boxes.ts";
import { Breakable, Note, Strong } from "#ui/layout/typography.ts";
import { FileUpload } from "./FileUpload.tsx";
import { TagList } from "./TagList.tsx";

interface LayoutFileProps {
  content: LayoutContent;
  file: LayoutNode;
  /** Without it the file can only be downloaded. */
  onChange?: (nodes: readonly LayoutNode[]) => void;
}

/** The uploaded file that a layout consists of: its name, its tags, and where its errors are. */
export function LayoutFile({ content, file, onChange }: LayoutFileProps) {
  const { t } = useTranslation("layout");
  const { type } = content;
  const data = readOfficeFileData(file);
  const name = file.params.NAME ?? "";
  return (
    <Stack as="section" $gap={12} aria-label={t("file.title")}>
      <Name>
        <FileIcon size={24} />
        <div>
          <Breakable as="strong">{name}</Breakable>
          <Note as="p">{formatBytes(Math.floor((data.length * 3) / 4))}</Note>
        </div>
      </Name>
      <Buttons>
        <Button leadingVisual={DownloadIcon} onClick={() => downloadBlob(blobOf(data), name)}>
          {t("file.download")}
        </Button>
        {onChange && (
          <Button variant="danger" leadingVisual={TrashIcon} onClick={() => onChange([])}>
            {t("file.remove")}
          </Button>
        )}
      </Buttons>
      {onChange && isOfficeFileType(type) && (
        <FileUpload type={type} label={t("file.replace")} onChange={onChange} />
      )}
      <Findings content={content} file={file} />
    </Stack>
  );
}

function Findings({ content: { type }, file }: Pick<LayoutFileProps, "content" | "file">) {
  const { t } = useTranslation("layout");
  const customerId = useCustomerId();
  const findings = useQuery({
    queryKey: [customerId, "layoutFile", type, file.id],
    queryFn: ({ signal }) => call(inspectLayoutFile, { body: { type, nodes: [file] }, signal }),
    // A replaced file has another id.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { handlesErrors: true },
  });
  if (findings.error) return <LoadError failure={findings.error} onRetry={() => void findings.refetch()} />;
  if (!findings.data) return <Loading />;
  const { refusal, tags, tagCount } = findings.data;
  if (refusal)
    return (
      <Banner kind="danger">
        <p>{t(`file.refusals.${refusal.code}`)}</p>
        {refusal.detail && <Breakable as="p">{refusal.detail}</Breakable>}
      </Banner>
    );
  return <Tags tags={tags} tagCount={tagCount} />;
}

function Tags({ tags, tagCount }: Pick<LayoutFileFindings, "tags" | "tagCount">) {
  const { t } = useTranslation("layout");
  const errors = tags.filter(({ error }) => error !== null);
  if (tagCount === 0) return <Banner kind="warning">{t("file.noTags")}</Banner>;
  return (
    <>
      <ValueLine role="status">
        {errors.length > 0 ? (
          <>
            <AlertIcon fill="var(--fgColor-danger)" />
            <Strong>{t("file.errorCount", { count: errors.length })}</Strong>
          </>
        ) : (
          <>
            <CheckCircleIcon fill="var(--fgColor-success)" />
            <Strong>{t("file.tagCount", { count: tagCount })}</Strong>
          </>
        )}
      </ValueLine>
      {errors.length > 0 && <TagList label={t("file.errors")} tags={errors} />}
      <TagList label={t("file.found")} tags={tags.filter(({ error }) => error === null)} />
      {tagCount > tags.length && <Note as="p">{t("file.moreTags", { count: tagCount - tags.length })}</Note>}
    </>
  );
}

const blobOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]);

const Name = styled.div`
  display: flex;
  gap: var(--base-size-12);
  align-items: center;
  > svg {
    flex: none;
    color: var(--fgColor-muted);
  }
`;
