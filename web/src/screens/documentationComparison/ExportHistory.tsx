import { CheckCircleFillIcon, DotFillIcon, XCircleFillIcon } from "@primer/octicons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import {
  type DocumentationGroupRow,
  findExportEventsByDocumentationName,
  type NamedExportEvent,
} from "../../../../domain/endpoints/documentationGroup";
import { call } from "../../api/client";
import { useCustomerId } from "../../api/session";
import { DateTime } from "../../kit/DateTime";
import { Loaded } from "../../kit/Loaded";
import { SmallTable } from "../../kit/SmallTable";
import { Scroller } from "../../kit/stacks";
import { Muted } from "../../kit/text";
import { Section } from "../documentation/Section";

/** Exports of the group's documentations with their results, newest first. */
export function ExportHistory({ group: { customerId, name } }: { group: DocumentationGroupRow }) {
  const { t } = useTranslation("comparison");
  const own = useCustomerId();
  const events = useQuery({
    queryKey: [own, "documentationGroup", "exports", customerId, name],
    queryFn: async ({ signal }) =>
      (await call(findExportEventsByDocumentationName, { params: { name }, query: { customerId }, signal }))
        .items,
  });
  return (
    <Section id="exports" title={t("history")}>
      <Loaded query={events}>
        {(items) =>
          items.length === 0 ? (
            <Muted as="p">{t("noHistory")}</Muted>
          ) : (
            <Scroller>
              <SmallTable aria-labelledby="exports">
                <thead>
                  <tr>
                    {(["date", "template", "destination", "user", "result"] as const).map((column) => (
                      <th key={column} scope="col">
                        {t(`historyColumns.${column}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {items.map((event) => (
                    <tr key={event.id}>
                      <td>
                        <Link to={`/documentation/details/${event.documentation}`}>
                          <DateTime value={event.dateCreated} />
                        </Link>
                      </td>
                      <td>{event.templateName}</td>
                      <td>{event.exportConfigurationName}</td>
                      <td>{event.username}</td>
                      <td>
                        <Result event={event} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </SmallTable>
            </Scroller>
          )
        }
      </Loaded>
    </Section>
  );
}

function Result({ event: { success, errorStatusCode, errorMessage } }: { event: NamedExportEvent }) {
  const { t } = useTranslation("comparison");
  if (success === null)
    return (
      <Sign>
        <DotFillIcon fill="var(--fgColor-attention)" /> {t("result.running")}
      </Sign>
    );
  if (success)
    return (
      <Sign>
        <CheckCircleFillIcon fill="var(--fgColor-success)" /> {t("result.succeeded")}
      </Sign>
    );
  const why = [errorStatusCode, errorMessage].filter(Boolean).join(" ");
  return (
    <Sign>
      <XCircleFillIcon fill="var(--fgColor-danger)" />
      <span>
        {t("result.failed")}
        {why && `: ${why}`}
      </span>
    </Sign>
  );
}

const Sign = styled.span`
  display: inline-flex;
  align-items: flex-start;
  gap: var(--base-size-8);
  svg {
    flex: none;
    margin-top: 2px;
  }
`;
