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
import { getPreviewKind } from "./previewKind.ts";

/** An image, or the first pages of a PDF drawn to a canvas, so that nothing in an untrusted file runs. */
export function FilePreview({ file, onClose }: { file: ReceivedFile; onClose: () => void }) {
  const path = pathOf(downloadTempFile, { id: file.id });
  return (
    <Modal title={file.name} width="1040px" narrow="fullscreen" onClose={onClose}>
      {getPreviewKind(file) === "pdf" ? (
        <PdfPages path={path} name={file.name} />
      ) : (
        <Picture path={path} name={file.name} />
      )}
    </Modal>
  );
}

interface PreviewProps {
  path: string;
  name: string;
}

function Picture({ path, name }: PreviewProps) {
  const { t } = useTranslation("received");
  const { url, hasFailed } = useImage(path, true);
  if (hasFailed) return <FieldErrorText role="alert">{t("previewFailed")}</FieldErrorText>;
  return url ? <Image src={url} alt={name} /> : <Loading />;
}

const maxPages = 5;

function PdfPages({ path, name }: PreviewProps) {
  const { t } = useTranslation("received");
  const pdfQuery = useQuery({
    queryKey: ["received", "pdf", path],
    queryFn: async ({ signal }) => {
      const bytes = new Uint8Array(await (await send(path, { signal })).arrayBuffer());
      return (await import("#lib/pdf.ts")).openPdf(bytes);
    },
    gcTime: 0,
    retry: false,
    meta: { handlesErrors: true },
  });
  const pdf = pdfQuery.data;
  useEffect(() => () => pdf?.close(), [pdf]);
  if (pdfQuery.error) return <FieldErrorText role="alert">{t("previewFailed")}</FieldErrorText>;
  if (!pdf) return <Loading />;
  return (
    <>
      {pdf.pages.slice(0, maxPages).map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have only a number
        <PdfPage key={index} pdf={pdf} index={index} label={t("pageOf", { name, page: index + 1 })} />
      ))}
      {pdf.pages.length > maxPages && <Note as="p">{t("morePages", { count: pdf.pages.length })}</Note>}
    </>
  );
}

const pageWidthPx = 1400;

function PdfPage({ pdf, index, label }: { pdf: Pdf; index: number; label: string }) {
  const containerRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const abort = new AbortController();
    pdf.draw(index, pageWidthPx, abort.signal).then(
      (canvas) => containerRef.current?.replaceChildren(canvas),
      // Closed before it was drawn, or a broken page: it stays empty.
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
