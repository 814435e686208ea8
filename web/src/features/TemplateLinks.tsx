import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { useCustomerId } from "#api/session.ts";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";

interface TemplateLinksProps {
  queryKey: readonly string[];
  fetchTemplates: (signal: AbortSignal) => Promise<readonly { id: string; name: string }[]>;
}

/** Links to templates, labelled with their names. */
export function TemplateLinks({ queryKey, fetchTemplates }: TemplateLinksProps) {
  const { t } = useTranslation();
  const customerId = useCustomerId();
  const templates = useQuery({
    queryKey: [customerId, ...queryKey],
    queryFn: ({ signal }) => fetchTemplates(signal),
    meta: { handlesErrors: true },
  });
  return (
    <QueryContent query={templates}>
      {(items) =>
        items.length === 0 ? (
          t("table.noTemplates")
        ) : (
          <Links>
            {items.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/template/details/${id}`}>{name}</Link>
              </li>
            ))}
          </Links>
        )
      }
    </QueryContent>
  );
}

const Links = styled.ul`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-4);
  margin: 0;
  padding: 0;
  list-style: none;
  overflow-wrap: anywhere;
  a {
    display: inline-block;
    padding-block: var(--base-size-4);
  }
`;
