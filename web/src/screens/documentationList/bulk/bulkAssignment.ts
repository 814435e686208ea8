import type { Option } from "#ui/select/useCombobox.ts";

/** The assignees that a bulk change sets, and the due day of their review. */
export interface BulkAssignment {
  assignees: readonly Option[];
  clearsAssignees: boolean;
  /** YYYY-MM-DD; empty for no day. */
  day: string;
}

export const emptyAssignment: BulkAssignment = { assignees: [], clearsAssignees: false, day: "" };

export const toAssignmentRequest = ({ assignees, clearsAssignees, day }: BulkAssignment) => ({
  assigneeIds: clearsAssignees ? [] : assignees.map(({ id }) => Number(id)),
  dueDay: clearsAssignees || assignees.length === 0 ? null : day || null,
});
