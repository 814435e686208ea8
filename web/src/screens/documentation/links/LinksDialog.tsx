import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { findUploadTokens } from "#domain/endpoints/links/uploadLinks.ts";
import { useTasks } from "#features/documentation/useDocumentation.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { Muted } from "#ui/layout/typography.ts";
import { CreateLinkForm } from "./CreateLinkForm.tsx";
import { LinkRow } from "./LinkRow.tsx";
import { MailedLinks } from "./MailedLinks.tsx";

/** Creates, lists and revokes a documentation's links for people without a login (2§1, 2§2). */
export function LinksDialog({ documentationId, onClose }: { documentationId: string; onClose: () => void }) {
  const { t } = useTranslation("link");
  const customerId = useCustomerId();
  const tasks = useTasks(documentationId);
  const links = useQuery({
    queryKey: [customerId, "documentation", "links", documentationId],
    queryFn: ({ signal }) => call(findUploadTokens, { params: { id: documentationId }, signal }),
    meta: { handlesErrors: true },
    // Users open this to see the received files.
    staleTime: 0,
  });
  const reload = () => void links.refetch();
  return (
    <Modal title={t("staff.title")} width="720px" narrow="fullscreen" onClose={onClose}>
      <Stack>
        <Muted as="p">{t("staff.lead")}</Muted>
        <CreateLinkForm documentationId={documentationId} tasks={tasks.data} onCreated={reload} />
        {links.data ? (
          links.data.items.length === 0 ? (
            <Muted as="p">{t("staff.empty")}</Muted>
          ) : (
            <ul>
              {links.data.items.map((link) => (
                <LinkRow key={link.id} link={link} onRevoked={reload} />
              ))}
            </ul>
          )
        ) : links.error && !links.isFetching ? (
          <LoadError failure={links.error} onRetry={reload} />
        ) : (
          <Loading />
        )}
        <MailedLinks documentationId={documentationId} />
      </Stack>
    </Modal>
  );
}
