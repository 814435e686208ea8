import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import { formatDateTime } from "#ui/format/dates.ts";

interface VisitLinkProps {
  documentation: DocumentationSummary;
  /** The group on the page; a documentation with another name also shows its name. */
  group: { name: string; tag: boolean };
}

/** A link to the documentation of the photo in the viewer. */
export function VisitLink({ documentation, group }: VisitLinkProps) {
  const { t } = useTranslation("group");
  const { id, name, templateName, dateCreated } = documentation;
  const date = formatDateTime(dateCreated);
  return (
    <Wrapper>
      {templateName}
      {name !== group.name && <div>{group.tag ? name : t("nameFromTag", { name })}</div>}
      <div data-touch-link>
        <Link to={`/documentation/details/${id}`} aria-label={t("open", { date })}>
          {date}
        </Link>
      </div>
    </Wrapper>
  );
}

const Wrapper = styled.div`
  margin-bottom: var(--base-size-16);
  font-weight: var(--base-text-weight-semibold);
`;
