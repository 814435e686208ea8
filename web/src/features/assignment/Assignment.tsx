import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { today } from "#domain/core/calendar/days.ts";
import { isReviewLate } from "#domain/documentation/assignment.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";

type Row = Pick<DocumentationListRow, "assigneeName" | "dueDay" | "status">;

/** Who is to review a documentation and by when, in one line. */
export function Assignment({ row }: { row: Row }) {
  const { t } = useTranslation("documentation");
  const isLate = isReviewLate(row, today());
  return (
    <Line title={isLate ? t("attentionReason.LATE_REVIEW") : t("fields.assigneeId")} data-late={isLate}>
      {row.assigneeName}
      {row.dueDay && (
        <>
          {" · "}
          <Day>{row.dueDay}</Day>
        </>
      )}
    </Line>
  );
}

/** Not broken at its hyphens. */
export const Day = styled.span`
  white-space: nowrap;
`;

/** It wraps rather than widen its cell: on a phone the time is beside it. */
export const Line = styled.div`
  width: 0;
  min-width: max(100%, 128px);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  &[data-late="true"] {
    color: var(--fgColor-danger);
  }
`;
