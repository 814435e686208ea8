import { ChecklistIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCustomerId, useGrants } from "#api/session.ts";
import { hasAuthority, hasProduct } from "#domain/access/authorities.ts";
import { photosQuery } from "#features/documentation/useDocumentation.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { useShortcuts } from "#ui/shortcuts/useShortcuts.ts";
import { queuePath } from "./queueUrl.ts";
import { fetchNeighbours, nextUnclaimed } from "./useQueue.ts";

interface ReviewButtonProps {
  /** The list's address; what a documentation carries of it (`viewOf`). */
  view: string;
  label: string;
  /** Says more than the label, where several buttons have the same. */
  name?: string;
  shortcut?: string;
  /** What the key belongs to, as the help says it. */
  keys: string;
  none?: boolean;
  /** Beside something else. */
  small?: boolean;
}

/**
 * Opens the first documentation of a list that nobody else reviews; from there the list is walked. Where photos come first (2§2), with the
 * first of them in large view.
 */
export function ReviewButton(props: ReviewButtonProps) {
  const { view, label, name, shortcut, keys, none = false, small = false } = props;
  const { t } = useTranslation("documentation");
  const grants = useGrants();
  const customerId = useCustomerId();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const open = useMutation({
    mutationFn: async () => {
      const ask = () => fetchNeighbours(view, undefined);
      const found = await ask();
      const first = await nextUnclaimed(found, "next", ask, hasAuthority(grants, "ROLE_DOCUMENTATION_WRITE"));
      if (!first) return showAlert("success", t(found.total === 0 ? "review.nothing" : "review.none"));
      const photos = hasProduct(grants, "FORM")
        ? []
        : await queries.fetchQuery(photosQuery(customerId, first, 0)).catch(() => []);
      await navigate(queuePath(first, view, photos[0]?.id));
    },
  });
  const start = () => open.mutate();
  useShortcuts(keys, none || !shortcut ? [] : [{ key: shortcut, label, act: start }]);
  return (
    <Button
      leadingVisual={ChecklistIcon}
      {...(small && { size: "small" })}
      {...(name && { "aria-label": name })}
      aria-keyshortcuts={shortcut}
      disabled={none}
      loading={open.isPending}
      onClick={start}
    >
      {label}
    </Button>
  );
}
