import { Button, FormControl, Radio, RadioGroup } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSession } from "#api/session.ts";
import type { AssignableUser } from "#domain/endpoints/review/assign.ts";
import { assigneeNameOf, fetchAssignableUsers } from "#features/assignment/assignees.ts";
import { DueDayField } from "#features/assignment/DueDayField.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { ServerMultiSelect } from "#ui/select/ServerMultiSelect.tsx";
import type { Option } from "#ui/select/useCombobox.ts";
import type { BulkAssignment } from "./bulkAssignment.ts";

interface BulkAssignFieldsProps {
  /** The customer whose users can be chosen. */
  customerId: number;
  value: BulkAssignment;
  onChange: (assignment: BulkAssignment) => void;
}

const toOption = (user: AssignableUser): Option => ({ id: String(user.userId), label: assigneeNameOf(user) });

/** Chooses who reviews the selected documentations: one person, several who share them, or nobody. */
export function BulkAssignFields({ customerId, value, onChange }: BulkAssignFieldsProps) {
  const { t } = useTranslation("assignment");
  const session = useSession();
  const { assignees, clearsAssignees, day } = value;
  const users = useQuery({
    queryKey: [session?.customerId, "assignableUsers", customerId],
    queryFn: ({ signal }) => fetchAssignableUsers("", customerId, signal),
    meta: { handlesErrors: true },
  });
  const withoutAssignees = (options: readonly Option[]) =>
    options.filter(({ id }) => !assignees.some((assignee) => assignee.id === id));
  const reviewingUsers = withoutAssignees(
    (users.data ?? []).filter(({ isReviewing }) => isReviewing).map(toOption),
  );
  const me = withoutAssignees(
    (users.data ?? []).filter(({ userId }) => userId === session?.userId).map(toOption),
  );
  const add = (options: readonly Option[]) => onChange({ ...value, assignees: [...assignees, ...options] });
  return (
    <Stack>
      <RadioGroup
        name="assignTo"
        onChange={(choice) => onChange({ ...value, clearsAssignees: choice === "nobody" })}
      >
        <RadioGroup.Label>{t("to")}</RadioGroup.Label>
        <FormControl>
          <Radio value="people" checked={!clearsAssignees} />
          <FormControl.Label>{t("people")}</FormControl.Label>
        </FormControl>
        <FormControl>
          <Radio value="nobody" checked={clearsAssignees} />
          <FormControl.Label>{t("nobody")}</FormControl.Label>
        </FormControl>
      </RadioGroup>
      {!clearsAssignees && (
        <>
          <ServerMultiSelect
            name="assignees"
            label={t("person")}
            caption={t(assignees.length > 1 ? "share" : "hint")}
            queryKey={`assignableUsers ${customerId}`}
            find={async (q, signal) => (await fetchAssignableUsers(q, customerId, signal)).map(toOption)}
            value={assignees}
            onChange={(options) => onChange({ ...value, assignees: options })}
          />
          <div>
            {me.length > 0 && (
              <Button size="small" onClick={() => add(me)}>
                {t("me")}
              </Button>
            )}
            {reviewingUsers.length > 0 && (
              <Button size="small" variant="invisible" onClick={() => add(reviewingUsers)}>
                {t("present", { count: reviewingUsers.length })}
              </Button>
            )}
          </div>
          <DueDayField label={t("day")} value={day} onChange={(next) => onChange({ ...value, day: next })} />
        </>
      )}
    </Stack>
  );
}
