import {
  FileDirectoryIcon,
  FileIcon,
  FileMediaIcon,
  FileZipIcon,
  type Icon,
  LinkIcon,
} from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { isOneOf } from "#domain/core/objects.ts";
import type { PlanEntry } from "#domain/endpoints/exports/manualExport.ts";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { Muted, Note } from "#ui/layout/typography.ts";

const icons: Record<PlanEntry["type"], Icon> = {
  FOLDER: FileDirectoryIcon,
  ZIP_FILE: FileZipIcon,
  PHOTOS: FileMediaIcon,
  FILES: FileIcon,
  EXTERNAL_FILES: LinkIcon,
  EXPORT_DOCUMENT_CONFIGURATION: FileIcon,
  EXPORT_DOCUMENT_TYPE: FileIcon,
};

/** The folders and files that would be created. */
export function PlanTree({ entries }: { entries: readonly PlanEntry[] }) {
  return (
    <Tree>
      {toRootEntries(entries).map(({ entry, children }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be equal
        <li key={index}>
          <EntryLine entry={entry} isLeaf={children.length === 0} />
          {children.length > 0 && <PlanTree entries={children} />}
        </li>
      ))}
    </Tree>
  );
}

/** The top-level entries, each with its descendants. */
function toRootEntries(entries: readonly PlanEntry[]): { entry: PlanEntry; children: PlanEntry[] }[] {
  const roots: { entry: PlanEntry; children: PlanEntry[] }[] = [];
  for (const entry of entries) {
    const lastRoot = roots.at(-1);
    if (lastRoot && entry.level > lastRoot.entry.level) lastRoot.children.push(entry);
    else roots.push({ entry, children: [] });
  }
  return roots;
}

/** One entry. Only a leaf lists file names; a container leaves them to its children. */
function EntryLine({ entry, isLeaf }: { entry: PlanEntry; isLeaf: boolean }) {
  const { type, name, count, bytes, document } = entry;
  const { t } = useTranslation("configuration");
  const { t: tDocumentation } = useTranslation("documentation");
  const { t: tExporting } = useTranslation("exporting");
  const EntryIcon = icons[type];
  const names = isLeaf ? entry.names : [];
  const kind = t(`test.entry.${type}`);
  const documentText =
    type === "EXPORT_DOCUMENT_TYPE" && isOneOf(exportDocumentTypes, document)
      ? tDocumentation(`exportType.${document}`)
      : document;
  return (
    <Row>
      <EntryIcon aria-hidden />
      <span>
        {type === "FOLDER" || type === "ZIP_FILE" ? (name ?? kind) : kind}
        {documentText && `: ${documentText}`}
        {count !== null && ` (${formatNumber(count)})`}
        {name && names.length === 0 && type !== "FOLDER" && type !== "ZIP_FILE" && (
          <Muted> {t("test.renamedTo", { name })}</Muted>
        )}
        {bytes !== null && bytes > 0 && <Muted> · {formatBytes(bytes)}</Muted>}
        {names.length > 0 && (
          <Note as="div">
            {names.join(", ")}
            {count !== null && count > names.length && (
              <>
                {" "}
                {tExporting("plan.moreItems", {
                  count: count - names.length,
                  formattedCount: formatNumber(count - names.length),
                })}
              </>
            )}
          </Note>
        )}
      </span>
    </Row>
  );
}

const Tree = styled.ul`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-4);
  margin: 0;
  padding: 0;
  list-style: none;
  & & {
    margin-top: var(--base-size-4);
    margin-left: 7px;
    padding-left: var(--base-size-16);
    border-left: 1px solid var(--borderColor-muted);
  }
`;

const Row = styled.div`
  display: flex;
  gap: var(--base-size-8);
  overflow-wrap: anywhere;
  > svg {
    flex: none;
    margin-top: var(--base-size-2);
    color: var(--fgColor-muted);
  }
  > span {
    min-width: 0;
  }
`;
