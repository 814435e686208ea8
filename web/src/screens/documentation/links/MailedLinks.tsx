import { Button, Label } from "@primer/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { findMailedLinks, revokeMailedLink } from "#domain/endpoints/exports/deliveryLink.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { DetailsItem, Inline } from "#ui/layout/boxes.ts";
import { Danger, Muted, Note } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { LinkDetails } from "./LinkDetails.ts";

type MailedLink = ResponseOf<typeof findMailedLinks>["items"][number];

/** The links in mails about a documentation, each with a button that revokes it. */
export function MailedLinks({ documentationId }: { documentationId: string }) {
  const { t } = useTranslation("link");
  const customerId = useCustomerId();
  const links = useQuery({
    queryKey: [customerId, "documentation", "mailedLinks", documentationId],
    queryFn: ({ signal }) => call(findMailedLinks, { params: { id: documentationId }, signal }),
    meta: { handlesErrors: true },
    staleTime: 0,
  });
  const reload = () => void links.refetch();
  return (
    <section aria-labelledby="mailed-links">
      <h2 id="mailed-links">{t("staff.mailed.title")}</h2>
      <Muted as="p">{t("staff.mailed.lead")}</Muted>
      {links.data ? (
        links.data.items.length === 0 ? (
          <Muted as="p">{t("staff.mailed.empty")}</Muted>
        ) : (
          <ul>
            {links.data.items.map((link) => (
              <MailedLinkRow key={link.id} link={link} onRevoked={reload} />
            ))}
          </ul>
        )
      ) : links.error && !links.isFetching ? (
        <LoadError failure={links.error} onRetry={reload} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

function MailedLinkRow({ link, onRevoked }: { link: MailedLink; onRevoked: () => void }) {
  const { t } = useTranslation("link");
  const confirm = useConfirm();
  const revokeLink = useMutation({
    mutationFn: () => call(revokeMailedLink, { params: { id: link.id } }),
    meta: { handlesErrors: true },
    onSuccess: () => {
      showAlert("success", t("staff.revokeSuccess"));
      onRevoked();
    },
  });
  async function revoke() {
    const isConfirmed = await confirm({
      title: t("staff.revokeTitle"),
      text: t("staff.mailed.revokeText"),
      confirm: t("staff.revoke"),
      danger: true,
    });
    if (isConfirmed) revokeLink.mutate();
  }
  const date = formatDateTime(link.dateCreated);
  return (
    <DetailsItem>
      <LinkDetails>
        <Inline>
          <strong>{t(`staff.mailed.kinds.${link.kind}`, { name: link.name })}</strong>
          <Label variant={link.closed ? "secondary" : "success"}>
            {t(link.closed ? "staff.closed" : "staff.open")}
          </Label>
          <Note>{t("staff.openUntil", { date: formatDateTime(link.expireDate) })}</Note>
        </Inline>
        {link.to && <div>{t("staff.mailed.recipient", { recipient: link.to })}</div>}
        <Note>
          {link.creator
            ? t("staff.createdBy", { creator: link.creator, date })
            : t("staff.mailed.sentAutomatically", { date })}
        </Note>
        {revokeLink.error && (
          <Danger as="div" role="alert">
            {problemText(revokeLink.error)}
          </Danger>
        )}
      </LinkDetails>
      <Button
        size="small"
        variant="danger"
        loading={revokeLink.isPending}
        aria-label={t("staff.mailed.revokeOf", { name: link.name })}
        onClick={() => void revoke()}
      >
        {t("staff.revoke")}
      </Button>
    </DetailsItem>
  );
}
