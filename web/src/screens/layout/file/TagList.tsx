import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { LayoutFileFindings } from "#domain/endpoints/configuration/layout.ts";
import { Breakable, Note } from "#ui/layout/typography.ts";

type Tag = LayoutFileFindings["tags"][number];

/** The placeholders, loops, conditions and photos of a file, each with its location and its error if it has one. */
export function TagList({ label, tags }: { label: string; tags: readonly Tag[] }) {
  const { t } = useTranslation("layout");
  const locationText = ({ part, sheet, paragraph, cell }: Tag["location"]) =>
    cell
      ? t("file.cell", { sheet: sheet ?? "", cell })
      : t("file.paragraph", { part: t(`file.parts.${part}`), number: paragraph ?? 1 });
  if (tags.length === 0) return null;
  return (
    <List aria-label={label}>
      {tags.map((tag, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph may have the same tag twice
        <li key={index}>
          <Breakable as="code">
            {tag.kind === "photo" ? t("file.photo", { name: tag.text }) : tag.text}
          </Breakable>
          <Note as="div">
            {locationText(tag.location)}
            {tag.error &&
              tag.location.context &&
              tag.location.context !== tag.text &&
              ` · ${tag.location.context}`}
          </Note>
          {tag.error && <ErrorText>{t(`file.tagErrors.${tag.error}`)}</ErrorText>}
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  max-height: 420px;
  padding: var(--base-size-12);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  list-style: none;
  overflow-y: auto;
`;

const ErrorText = styled.div`
  color: var(--fgColor-danger);
`;
