import { AlertIcon, DownloadIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import type { DeliveryLinkContents } from "#domain/endpoints/exports/deliveryLink.ts";
import { formatBytes } from "#ui/format/numbers.ts";
import { FillWidth } from "#ui/layout/boxes.ts";
import { Note, NoWrap, QuietSummary } from "#ui/layout/typography.ts";

type File = DeliveryLinkContents["files"][number];

/** Splits a path into its folders and file name, safe to display. */
function splitPath(path: string): { folders: string; name: string } {
  const slashIndex = path.lastIndexOf("/");
  return {
    folders: safeDisplayName(path.slice(0, Math.max(slashIndex, 0)).split("/").join(" / ")),
    name: safeDisplayName(path.slice(slashIndex + 1)),
  };
}

/** Each file with its folder and size; removed files are marked. */
export function FileRows({ files, urlOf }: { files: readonly File[]; urlOf: (id: string) => string }) {
  const { t } = useTranslation("delivered");
  return (
    <List>
      {files.map(({ id, path, bytes, removed }) => {
        const { folders, name } = splitPath(path);
        return (
          <Row key={id}>
            <FillWidth>
              <Name $removed={removed}>
                <bdi>{name}</bdi>
              </Name>
              <Note as="div">
                {folders && (
                  <>
                    <bdi>{folders}</bdi>
                    {" · "}
                  </>
                )}
                <NoWrap>{formatBytes(bytes)}</NoWrap>
              </Note>
              {removed && (
                <RemovedNote>
                  <AlertIcon /> {t("fileRemoved")}
                </RemovedNote>
              )}
            </FillWidth>
            {!removed && (
              <IconButton
                as="a"
                variant="invisible"
                size="large"
                icon={DownloadIcon}
                aria-label={t("download", { name })}
                href={urlOf(id)}
                download
              />
            )}
          </Row>
        );
      })}
    </List>
  );
}

/** The SHA-256 of each file, for comparison. */
export function Checksums({ files }: { files: readonly File[] }) {
  const { t } = useTranslation("delivered");
  return (
    <details>
      <QuietSummary>{t("verify")}</QuietSummary>
      <Note as="p">{t("verifyText")}</Note>
      <Hashes>
        {files.map(({ id, path, sha256 }) => (
          <li key={id}>
            <bdi>{splitPath(path).name}</bdi>
            <code>{sha256 ?? t("noHash")}</code>
          </li>
        ))}
      </Hashes>
    </details>
  );
}

export const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--base-size-12);
  @media (max-width: 543px) {
    > a {
      width: 100%;
    }
  }
`;

export const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--base-size-12);
`;

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Row = styled.li`
  display: flex;
  align-items: center;
  gap: var(--base-size-12);
  padding: var(--base-size-8) 0;
  border-top: 1px solid var(--borderColor-muted);
`;

const Name = styled.div<{ $removed: boolean }>`
  overflow-wrap: anywhere;
  ${({ $removed }) => $removed && "color: var(--fgColor-muted); text-decoration: line-through;"}
`;

const RemovedNote = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-4);
  margin-top: var(--base-size-4);
  color: var(--fgColor-attention);
  font-size: var(--text-body-size-small);
`;

const Hashes = styled.ul`
  margin: var(--base-size-8) 0 0;
  padding: 0;
  list-style: none;
  font-size: var(--text-body-size-small);
  li {
    padding: var(--base-size-4) 0;
    overflow-wrap: anywhere;
  }
  code {
    display: block;
    color: var(--fgColor-muted);
    font-family: var(--fontStack-monospace);
  }
`;
