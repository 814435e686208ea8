import { Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { ListRow } from "#domain/contract/resource.ts";
import { user } from "#domain/resources/index.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { InlineLine } from "#ui/layout/boxes.ts";
import { ResourceTable } from "#ui/table/ResourceTable.tsx";

type User = ListRow<typeof user>;

/** All users of a customer, a page at a time. */
export function UsersDialog({
  customer: { id, name },
  onClose,
}: {
  customer: { id: number; name: string };
  onClose: () => void;
}) {
  const { t } = useTranslation("customer");
  const { t: tUser } = useTranslation("user");
  const title = t("usersOf", { name });
  return (
    <Modal title={title} width="720px" narrow="fullscreen" onClose={onClose}>
      <ResourceTable
        resource={user}
        customerId={id}
        label={title}
        columns={[
          {
            id: "username",
            header: tUser("fields.username"),
            isRowHeader: true,
            cell: (row: User) => (
              <InlineLine>
                {row.username}
                {!row.enabled && <Label variant="secondary">{tUser("state.disabled")}</Label>}
              </InlineLine>
            ),
          },
          { id: "fullName", header: tUser("fields.fullName"), cell: (row: User) => row.fullName ?? "–" },
          { id: "email", header: tUser("fields.email"), cell: (row: User) => row.email ?? "–" },
        ]}
      />
    </Modal>
  );
}
