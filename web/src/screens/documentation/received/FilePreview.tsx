import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { pathOf, send } from "#api/client.ts";
import { useImage } from "#api/useImage.ts";
import { downloadTempFile, type ReceivedFile } from "#domain/endpoints/links/receivedFiles.ts";
import type { Pdf } from "#lib/pdf.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { FieldErrorText, Note } from "#ui/layout/typography.ts";
import { previewKind } from "./previews.ts";

/** An image, or the first pages of a PDF, drawn here: nothing of a stranger's file runs. */
export function FilePreview({ file, onClose }: { file: ReceivedFile; onClose: () => void }) {
  const path = pathOf(downloadTempFile, { id: file.id });
  return (
    <Modal title={file.name} width="1040px" narrow="fullscreen" onClose={onClose}>
      {previewKind(file) === "pdf" ? (
        <PdfPages path={path} name={file.name} />
      ) : (
        <Picture path={path} name={file.name} />
      )}
    </Modal>
  );
}

interface Shown {
  path: string;
  name: string;
}

function Picture({ path, name }: Shown) {
  const { t } = useTranslation("received");
  const { url, failed } = useImage(path, true);
  if (failed) return <FieldErrorText role="alert">{t("previewFailed")}</FieldErrorText>;
  return url ? <Image src={url} alt={name} /> : <Loading />;
}

const mostPages = 5;

function PdfPages({ path, name }: Shown) {
  const { t } = useTranslation("received");
  const opened = useQuery({
    queryKey: ["received", "pdf", path],
    queryFn: async ({ signal }) => {
      const bytes = new Uint8Array(await (await send(path, { signal })).arrayBuffer());
      return (await import("#lib/pdf.ts")).openPdf(bytes);
    },
    gcTime: 0,
    retry: false,
    meta: { ownErrors: true },
  });
  const pdf = opened.data;
  useEffect(() => () => pdf?.close(), [pdf]);
  if (opened.error) return <FieldErrorText role="alert">{t("previewFailed")}</FieldErrorText>;
  if (!pdf) return <Loading />;
  return (
    <>
      {pdf.pages.slice(0, mostPages).map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have nothing but their number
        <PdfPage key={index} pdf={pdf} index={index} label={t("page", { name, page: index + 1 })} />
      ))}
      {pdf.pages.length > mostPages && <Note as="p">{t("morePages", { count: pdf.pages.length })}</Note>}
    </>
  );
}

/** Pixels of a page's width. */
const pageWidth = 1400;

function PdfPage({ pdf, index, label }: { pdf: Pdf; index: number; label: string }) {
  const containerRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const abort = new AbortController();
    pdf.draw(index, pageWidth, abort.signal).then(
      (canvas) => containerRef.current?.replaceChildren(canvas),
      // Closed before it was drawn, or a page that is broken: it stays empty.
      () => undefined,
    );
    return () => abort.abort();
  }, [pdf, index]);
  return <Paper ref={containerRef} role="img" aria-label={label} />;
}

const Image = styled.img`
  display: block;
  max-width: 100%;
  max-height: 75vh;
  margin: 0 auto;
`;

const Paper = styled.div`
  margin-bottom: var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  canvas {
    display: block;
    width: 100%;
    height: auto;
  }
`;
