import { CheckCircleFillIcon, CircleSlashIcon } from "@primer/octicons-react";
import { Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import { ChipLine, IconText } from "#ui/layout/boxes.ts";
import { Muted, PreWrap, TabularNums } from "#ui/layout/typography.ts";
import { formatAnswer } from "./formatAnswer.ts";

/** `params` has the columns of contact persons. */
type AnsweredTask = Pick<DocumentationTask, "name" | "type" | "answer"> &
  Partial<Pick<DocumentationTask, "params">>;

/** An answer, formatted for its type. */
export function Answer({ task }: { task: AnsweredTask }) {
  const { t } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  const formattedAnswer = formatAnswer({ params: {}, ...task });
  switch (formattedAnswer.kind) {
    case "none":
      return <Muted>{t("tasks.noAnswer")}</Muted>;
    case "yesNo":
      return (
        <IconText>
          {formattedAnswer.yes ? <CheckCircleFillIcon fill="var(--fgColor-success)" /> : <CircleSlashIcon />}
          {formattedAnswer.yes ? tCommon("state.yes") : tCommon("state.no")}
        </IconText>
      );
    case "values":
      return (
        <ChipLine>
          {formattedAnswer.values.map((value) => (
            <li key={value}>
              <Label size="large">{value}</Label>
            </li>
          ))}
        </ChipLine>
      );
    case "range":
      return (
        <TabularNums>
          {formattedAnswer.from} – {formattedAnswer.to}
        </TabularNums>
      );
    case "table":
      return (
        <ContactPersons columns={formattedAnswer.columns} rows={formattedAnswer.rows} label={task.name} />
      );
    case "text":
      return <PreWrap>{formattedAnswer.text}</PreWrap>;
  }
}

function ContactPersons({ columns, rows, label }: { columns: string[]; rows: string[][]; label: string }) {
  return (
    <Scroller tabIndex={0} role="region" aria-label={label}>
      <table>
        {columns.some(Boolean) && (
          <thead>
            <tr>
              {columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have only a position
                <th key={index} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have only a position
            <tr key={index}>
              {row.map((cell, columnIndex) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have only a position
                <td key={columnIndex}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

const Scroller = styled.div`
  overflow-x: auto;
  table {
    border-collapse: collapse;
    font-size: var(--text-body-size-small);
  }
  th,
  td {
    padding: var(--base-size-4) var(--base-size-12);
    border: 1px solid var(--borderColor-muted);
    text-align: start;
  }
  th {
    background: var(--bgColor-muted);
    font-weight: var(--base-text-weight-semibold);
  }
`;
