import type { Option } from "#ui/select/useCombobox.ts";

/** To whom a bulk change assigns documentations, and the day by which they should review them. */
export interface BulkAssignment {
  assignees: readonly Option[];
  isToNobody: boolean;
  /** YYYY-MM-DD; empty for no day. */
  day: string;
}

export const noAssignment: BulkAssignment = { assignees: [], isToNobody: false, day: "" };

export const toAssignmentRequest = ({ assignees, isToNobody, day }: BulkAssignment) => ({
  assigneeIds: isToNobody ? [] : assignees.map(({ id }) => Number(id)),
  dueDay: isToNobody || assignees.length === 0 ? null : day || null,
});
