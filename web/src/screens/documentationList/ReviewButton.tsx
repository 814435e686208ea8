import { ChecklistIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { hasAuthority, hasProduct } from "../../../../domain/access/authorities";
import { useCustomerId, useGrants } from "../../api/session";
import { showAlert } from "../../kit/alertStore";
import { useKeys } from "../../kit/keys/useKeys";
import { queuePath, viewOf } from "../documentation/queue/queueAddress";
import { askQueue, freeOne } from "../documentation/queue/useQueue";
import { photosQuery } from "../documentation/useDocumentation";

/**
 * Opens the first documentation of the list that nobody else reviews; from there the list is walked. Where photos come first (2§2), with the
 * first of them in large view.
 */
export function ReviewButton({ showHidden, none }: { showHidden: boolean; none: boolean }) {
  const { t } = useTranslation("documentationList");
  const [params] = useSearchParams();
  const grants = useGrants();
  const customerId = useCustomerId();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const view = viewOf(params, showHidden);
  const open = useMutation({
    mutationFn: async () => {
      const ask = () => askQueue(view, undefined);
      const first = await freeOne(await ask(), "next", ask, hasAuthority(grants, "ROLE_DOCUMENTATION_WRITE"));
      if (!first) return showAlert("success", t("review.none"));
      const photos = hasProduct(grants, "FORM")
        ? []
        : await queries.fetchQuery(photosQuery(customerId, first, 0)).catch(() => []);
      await navigate(queuePath(first, view, photos[0]?.id));
    },
  });
  const start = () => open.mutate();
  useKeys(t("review.keys"), none ? [] : [{ key: "r", label: t("review.start"), act: start }]);
  return (
    <Button
      leadingVisual={ChecklistIcon}
      aria-keyshortcuts="r"
      disabled={none}
      loading={open.isPending}
      onClick={start}
    >
      {t("review.start")}
    </Button>
  );
}
