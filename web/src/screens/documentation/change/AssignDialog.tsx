import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useSession } from "#api/session.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { assignDocumentation } from "#domain/endpoints/review/assign.ts";
import { assigneeNameOf, fetchAssignableUsers } from "#features/assignment/assignees.ts";
import { DueDayField } from "#features/assignment/DueDayField.tsx";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";
import type { Change } from "./ChangeDialog.tsx";
import type { DocumentationPermissions } from "./documentationPermissions.ts";

interface AssignDialogProps {
  details: DocumentationDetails;
  permissions: DocumentationPermissions;
  onAssign: (change: Change) => void;
  onClose: () => void;
}

/** Chooses who reviews a documentation, and by when. */
export function AssignDialog({ details, permissions, onAssign, onClose }: AssignDialogProps) {
  const { t } = useTranslation("assignment");
  const { t: tCommon } = useTranslation();
  const session = useSession();
  const { assigneeId, assigneeName, dueDay, customerId } = details;
  const [assignee, setAssignee] = useState<Option | null>(
    assigneeId === null ? null : { id: String(assigneeId), label: assigneeName ?? "" },
  );
  /** A new key remounts the field, which otherwise keeps the typed text. */
  const [fieldKey, setFieldKey] = useState(0);
  const [day, setDay] = useState(dueDay ?? "");
  const form = useRef<HTMLDivElement>(null);
  const choose = (option: Option | null) => {
    setAssignee(option);
    setFieldKey((key) => key + 1);
  };
  const ownUser = session?.customerId === customerId && permissions.write ? session : null;
  const ownName = useQuery({
    enabled: ownUser !== null,
    queryKey: [customerId, "assignableUsers", "own name"],
    queryFn: async ({ signal }) =>
      (await fetchAssignableUsers(ownUser?.username ?? "", customerId, signal)).find(
        ({ userId }) => userId === ownUser?.userId,
      ) ?? null,
    meta: { handlesErrors: true },
  });
  const me = ownUser && {
    id: String(ownUser.userId),
    label: ownName.data ? assigneeNameOf(ownName.data) : ownUser.username,
  };
  const save = () => {
    if (form.current?.querySelector(":invalid")) return form.current.querySelector("input")?.focus();
    const change = { assigneeId: assignee && Number(assignee.id), dueDay: assignee ? day || null : null };
    const name = details.alias ?? details.name;
    onAssign({
      title: t("title"),
      text: null,
      confirm: t("title"),
      doneText: assignee ? t("assigned", { name, person: assignee.label }) : t("unassigned", { name }),
      fields: change,
      skipsConfirmation: true,
      send: (params, version) => call(assignDocumentation, { params, body: { ...change, version } }),
      undo: ({ id, version }) =>
        call(assignDocumentation, { params: { id }, body: { assigneeId, dueDay, version } }),
      isStillPossible: () => true,
    });
  };
  return (
    <FormDialog
      title={t("title")}
      submit={tCommon("actions.save")}
      isPending={false}
      onSubmit={save}
      onClose={onClose}
    >
      <div ref={form}>
        <ServerSelect
          key={fieldKey}
          name="assignee"
          label={t("person")}
          caption={t("hint")}
          queryKey={`assignableUsers ${customerId}`}
          find={async (q, signal) =>
            (await fetchAssignableUsers(q, customerId, signal)).map((user) => ({
              id: String(user.userId),
              label: assigneeNameOf(user),
            }))
          }
          value={assignee}
          onChange={setAssignee}
        />
      </div>
      <div>
        {me && me.id !== assignee?.id && (
          <Button size="small" disabled={ownName.isPending} onClick={() => choose(me)}>
            {t("me")}
          </Button>
        )}
        {assignee && (
          <Button size="small" variant="invisible" onClick={() => choose(null)}>
            {t("nobody")}
          </Button>
        )}
      </div>
      <DueDayField label={t("day")} value={assignee ? day : ""} disabled={!assignee} onChange={setDay} />
    </FormDialog>
  );
}
