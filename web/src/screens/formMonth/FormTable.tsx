import { FileIcon, type Icon, ImageIcon, PencilIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import type { FormMonthColumn, FormMonthData } from "#domain/endpoints/documentation/formMonth.ts";
import { formatAnswer } from "#features/documentation/formatAnswer.ts";
import { formatDateTime } from "#ui/format/dates.ts";
import { FramedScroller } from "#ui/layout/boxes.ts";
import { Muted, visuallyHidden } from "#ui/layout/typography.ts";

interface FormTableProps {
  data: FormMonthData;
  label: string;
}

/**
 * A month's forms: date, signature and a column per task. It is wider than most screens and scrolls sideways, with the date
 * column fixed.
 */
export function FormTable({ data: { documentations, documentationTasks: columns }, label }: FormTableProps) {
  const { t } = useTranslation("formMonth");
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    <FramedScroller tabIndex={0} role="region" aria-label={label}>
      <Table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t("date")}</th>
            <th scope="col">{t("signature")}</th>
            {columns.map(({ id, name, path }) => (
              <th key={id} scope="col">
                {path.length > 0 && <Path>{path.join(" › ")}</Path>}
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {documentations.map(({ id, dateCreated, creator, answers }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={`/documentation/details/${id}`}>
                  {formatDateTime(dateCreated)
                    .split(" ")
                    .map((part, index) => (
                      <DateTimePart key={part}>
                        {index > 0 && " "}
                        {part}
                      </DateTimePart>
                    ))}
                </Link>
              </th>
              <td>{creator}</td>
              {columns.map((column) => (
                <td key={column.id}>
                  <Answer column={column} answer={answers[column.id]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </FramedScroller>
  );
}

const fileIcons: Partial<Record<FormMonthColumn["type"], Icon>> = {
  PHOTO: ImageIcon,
  FILE: FileIcon,
  DRAWING: PencilIcon,
};

function Answer({ column, answer }: { column: FormMonthColumn; answer: string | undefined }) {
  const { t } = useTranslation("formMonth");
  const { t: tCommon } = useTranslation();
  if (answer === undefined) return <Muted>{tCommon("state.emptyValue")}</Muted>;
  const FileIconOfType = fileIcons[column.type];
  if (FileIconOfType && /^\d+$/.test(answer)) {
    return (
      <FileCount title={t("photosAndFiles", { count: Number(answer) })}>
        <FileIconOfType /> {answer}
      </FileCount>
    );
  }
  const formattedAnswer = formatAnswer({ type: column.type, answer, params: {} });
  switch (formattedAnswer.kind) {
    case "none":
      return <Muted>{tCommon("state.emptyValue")}</Muted>;
    case "yesNo":
      return tCommon(formattedAnswer.yes ? "state.yes" : "state.no");
    case "values":
      return formattedAnswer.values.join(", ");
    case "range":
      return `${formattedAnswer.from} – ${formattedAnswer.to}`;
    case "table":
      return formattedAnswer.rows.map((row) => row.filter(Boolean).join(", ")).join("\n");
    case "text":
      return formattedAnswer.text;
  }
}

const Table = styled.table`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  caption {
    ${visuallyHidden}
  }
  th,
  td {
    min-width: 128px;
    max-width: 320px;
    padding: var(--base-size-8) var(--base-size-12);
    text-align: start;
    vertical-align: top;
    white-space: pre-line;
    overflow-wrap: break-word;
    border-bottom: 1px solid var(--borderColor-muted);
  }
  tbody tr:last-child > * {
    border-bottom: 0;
  }
  thead th {
    vertical-align: bottom;
    background: var(--bgColor-muted);
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
    font-weight: var(--base-text-weight-semibold);
    border-bottom-color: var(--borderColor-default);
  }
  th:first-child {
    position: sticky;
    z-index: 1;
    left: 0;
    min-width: 0;
    font-variant-numeric: tabular-nums;
    font-weight: var(--base-text-weight-semibold);
    white-space: nowrap;
  }
  tbody th:first-child {
    background: var(--bgColor-default);
  }
  tbody tr:hover > * {
    background: var(--bgColor-muted);
  }
  @media (max-width: 767px) {
    tbody th:first-child {
      white-space: normal;
    }
  }
`;

/** On a phone the time is below the day. */
const DateTimePart = styled.span`
  white-space: nowrap;
`;

const Path = styled.div`
  font-weight: var(--base-text-weight-normal);
`;

const FileCount = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--base-size-4);
  color: var(--fgColor-muted);
  font-variant-numeric: tabular-nums;
`;
