import { AlertIcon, FileIcon } from "@primer/octicons-react";
import { Spinner } from "@primer/react";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { fieldErrorText, problemText } from "#api/errorTexts.ts";
import type { LayoutPreview } from "#domain/endpoints/configuration/layout.ts";
import { listDocumentations } from "#domain/endpoints/documentation/list.ts";
import type { LayoutContent } from "#domain/layout/layoutEdit.ts";
import { findFlatLayoutNode } from "#domain/layout/layoutEdit.ts";
import { layoutTree } from "#domain/layout/node.ts";
import { LinkButton } from "#ui/button/LinkButton.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { NoteDigits, Strong } from "#ui/layout/typography.ts";
import { ServerSelect } from "#ui/select/ServerSelect.tsx";
import type { Option } from "#ui/select/useCombobox.ts";
import { groupErrorsByNode, type NodeErrors } from "../errorsByNode.ts";
import { useNodeText } from "../useNodeText.ts";
import { PageView } from "./PageView.tsx";
import { usePreview } from "./useLayoutPreview.ts";
import { usePages } from "./usePages.ts";

interface PreviewProps {
  content: LayoutContent;
  layoutId: string | null;
  documentation: Option | null;
  onDocumentationChange: (documentation: Option | null) => void;
  isVisible: boolean;
  selected: string | null;
  /** All errors, including those not yet marked in the tree. */
  errors: ReadonlyMap<string, NodeErrors>;
  onSelect: (node: string) => void;
}

const noParts: LayoutPreview["parts"] = [];
const noNodeErrors: ReadonlyMap<string, NodeErrors> = new Map();

/** The preview: the unsaved layout rendered with a real documentation. */
export function Preview(props: PreviewProps) {
  const { content, layoutId, documentation, onDocumentationChange, isVisible, selected, errors, onSelect } =
    props;
  const { t } = useTranslation("layout");
  const { isEnabled, visiblePreview, failure, drawing, retry } = usePreview({
    content,
    layoutId,
    documentation: documentation?.id ?? null,
    isVisible,
  });
  const { opened: openPreview, hasFailed } = usePages(visiblePreview);
  const partsByPage = useMemo(() => {
    const pages = new Map<number, LayoutPreview["parts"]>();
    for (const part of openPreview?.preview.parts ?? noParts) {
      const parts = pages.get(part.page);
      if (parts) parts.push(part);
      else pages.set(part.page, [part]);
    }
    return pages;
  }, [openPreview]);
  const highlightedNodes = useMemo(() => {
    const node = selected ? layoutTree.find(content.nodes, selected)?.node : undefined;
    return new Set(node ? layoutTree.flatten([node]).map((flatNode) => flatNode.node.id) : []);
  }, [content.nodes, selected]);
  const pages = useRef<HTMLDivElement>(null);
  const scrolledTo = useRef<string | null>(null);

  // Scrolls once per selected node, as soon as it is rendered.
  useEffect(() => {
    if (scrolledTo.current === selected) return;
    const marks = [...(pages.current?.querySelectorAll("[data-mark]") ?? [])];
    if (selected !== null && (!openPreview || marks.length === 0)) return;
    scrolledTo.current = selected;
    if (pages.current) scrollFirstIntoView(pages.current, marks);
  }, [selected, openPreview]);

  // Errors that only the service can find: an inserted layout was deleted or has errors itself.
  const serverErrors = useMemo(
    () => (failure?.status === 422 ? groupErrorsByNode(failure.fields).nodes : noNodeErrors),
    [failure],
  );
  const allErrors = useMemo(() => new Map([...serverErrors, ...errors]), [serverErrors, errors]);
  const isDocumentationMissing =
    failure instanceof ApiError && (failure.status === 404 || failure.fields.documentation !== undefined);
  return (
    <Pane aria-label={t("preview.title")}>
      <ServerSelect
        // Resets the input when the documentation changes elsewhere.
        key={documentation?.id ?? ""}
        name="documentation"
        label={t("preview.documentation")}
        caption={t("preview.hint")}
        placeholder={t("preview.search")}
        value={documentation}
        queryKey="layoutPreview/documentations"
        find={findDocumentations}
        onChange={(option) => option && onDocumentationChange(option)}
      />
      <Status role="status">
        {drawing ? (
          <>
            <Spinner size="small" srText={null} />
            <NoteDigits>{t("preview.updating")}</NoteDigits>
          </>
        ) : (
          openPreview && (
            <NoteDigits>{t("preview.pageCount", { count: openPreview.preview.pages })}</NoteDigits>
          )
        )}
      </Status>
      {openPreview && openPreview.preview.compared > 0 && (
        <NoteDigits>{t("preview.compared", { count: openPreview.preview.compared })}</NoteDigits>
      )}
      <Lists errors={allErrors} preview={openPreview?.preview} content={content} onSelect={onSelect} />
      {isDocumentationMissing ? (
        <Banner kind="warning">{t("preview.noDocumentation")}</Banner>
      ) : failure instanceof ApiError ? (
        failure.status === 422 ? (
          serverErrors.size === 0 && <Banner kind="danger">{problemText(failure)}</Banner>
        ) : (
          <LoadError failure={failure} onRetry={() => void retry()} />
        )
      ) : (
        hasFailed && <Banner kind="danger">{t("preview.failed")}</Banner>
      )}
      {(failure || hasFailed) && openPreview && <NoteDigits>{t("preview.stale")}</NoteDigits>}
      {!documentation ? (
        <EmptyState icon={FileIcon} title={t("preview.title")} text={t("preview.choose")} />
      ) : content.nodes.length === 0 || (!isEnabled && !openPreview) ? (
        <EmptyState icon={FileIcon} title={t("preview.title")} text={t("preview.empty")} />
      ) : (
        openPreview && (
          <Pages ref={pages} data-pages={openPreview.pdf.pages.length} data-drawing={drawing || undefined}>
            {openPreview.pdf.pages.length === 0 && <p>{t("preview.noContent")}</p>}
            {openPreview.pdf.pages.map((_, index) => (
              <PageView
                // biome-ignore lint/suspicious/noArrayIndexKey: pages have no identity but their index
                key={index}
                pdf={openPreview.pdf}
                index={index}
                parts={partsByPage.get(index) ?? noParts}
                highlightedIds={highlightedNodes}
                onSelect={onSelect}
              />
            ))}
            {openPreview.preview.cut && <NoteDigits as="p">{t("preview.firstPagesOnly")}</NoteDigits>}
          </Pages>
        )
      )}
    </Pane>
  );
}

/** Scrolls the first mark into view unless one is visible. Scrolls only the preview, never the page. */
function scrollFirstIntoView(scroller: HTMLElement, marks: readonly Element[]): void {
  const outer = scroller.getBoundingClientRect();
  const boxes = marks.map((mark) => mark.getBoundingClientRect());
  if (boxes.some(({ top, bottom }) => bottom > outer.top && top < outer.bottom)) return;
  const [first] = boxes;
  if (first) scroller.scrollBy({ top: first.top - outer.top - outer.height / 3 });
}

async function findDocumentations(q: string, signal: AbortSignal): Promise<Option[]> {
  const query = { query: q, max: 30, sort: "dateCreated", order: "desc", showHidden: "true" } as const;
  const { items } = await call(listDocumentations, { query, signal });
  return items.map(({ id, name, alias, templateName, customerName }) => ({
    id,
    label: [alias ?? name, templateName, customerName].filter(Boolean).join(" · "),
  }));
}

interface ListsProps extends Pick<PreviewProps, "errors" | "content" | "onSelect"> {
  preview: LayoutPreview | undefined;
}

/** Links to the nodes omitted because of errors, to placeholders without a value, and to conditions that are undecided. */
function Lists({ errors, preview, content, onSelect }: ListsProps) {
  const { t } = useTranslation("layout");
  const text = useNodeText();
  const nameOf = (id: string) => {
    const node = findFlatLayoutNode(content.nodes, id)?.node;
    return node && text(node);
  };
  const createLinks = (items: readonly { node: string; label?: string; suffix?: string | undefined }[]) =>
    items.flatMap(({ node, label, suffix }) => {
      const name = nameOf(node);
      return name ? [{ node, label: label ?? name, suffix }] : [];
    });
  const { unfilled: unfilledPlaceholders = [], undecided = [] } = preview ?? {};
  const lists = [
    {
      title: t("preview.invalidElements"),
      color: "danger",
      links: createLinks(
        [...errors].map(([node, fields]) => {
          const error = Object.values(fields)[0];
          return { node, suffix: error && `: ${fieldErrorText(error)}` };
        }),
      ),
    },
    {
      title: t("preview.missingValues"),
      color: "attention",
      links: createLinks(unfilledPlaceholders.map(({ node, placeholder }) => ({ node, label: placeholder }))),
    },
    {
      title: t("preview.undecidedConditions"),
      color: "attention",
      links: createLinks(undecided.map((node) => ({ node }))),
    },
  ];
  return lists
    .filter(({ links }) => links.length > 0)
    .map(({ title, color, links }) => (
      <List key={title}>
        <AlertIcon fill={`var(--fgColor-${color})`} />
        <div>
          <Strong>{title}</Strong>
          <ul>
            {links.map(({ node, label, suffix }) => (
              <li key={`${node} ${label}`}>
                <LinkButton type="button" onClick={() => onSelect(node)}>
                  {label}
                </LinkButton>
                {suffix}
              </li>
            ))}
          </ul>
        </div>
      </List>
    ));
}

const Pane = styled(Stack).attrs({ as: "section" })`
  gap: var(--base-size-8);
  height: 100%;
`;

const Status = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  min-height: 20px;
`;

const List = styled.div`
  display: flex;
  gap: var(--base-size-8);
  font-size: var(--text-body-size-small);
  max-height: 120px;
  overflow-y: auto;
  > svg {
    flex: none;
    margin-top: 2px;
  }
  ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--base-size-12);
  }
`;

const Pages = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: var(--base-size-16);
  min-height: 240px;
  padding: var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-inset);
  overflow-y: auto;
`;
