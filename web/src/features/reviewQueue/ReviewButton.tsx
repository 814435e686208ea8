import { ChecklistIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCustomerId, useGrants } from "#api/session.ts";
import { hasAuthority, hasProduct } from "#domain/access/authorities.ts";
import { photosQuery } from "#features/documentation/useDocumentation.ts";
import { useNavigateWhileOpen } from "#navigation/useNavigateWhileOpen.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { useShortcuts } from "#ui/shortcuts/useShortcuts.ts";
import { queuePath } from "./queueUrl.ts";
import { fetchNeighbours, findNextUnclaimed } from "./useQueue.ts";

interface ReviewButtonProps {
  /** The list query (`toListQuery`), which the documentations carry in their URLs. */
  listQuery: string;
  label: string;
  /** Accessible name, if several buttons have the same label. */
  name?: string;
  shortcut?: string;
  /** Group of the shortcut in the keyboard help. */
  shortcutGroup: string;
  isEmpty?: boolean;
  /** Renders the small button. */
  small?: boolean;
}

/**
 * Opens the first documentation of a list that no one else is reviewing, to review the list from there. If photos come first
 * (2§2), opens its first photo in large view.
 */
export function ReviewButton(props: ReviewButtonProps) {
  const { listQuery, label, name, shortcut, shortcutGroup, isEmpty = false, small = false } = props;
  const { t } = useTranslation("documentation");
  const grants = useGrants();
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const navigate = useNavigateWhileOpen();
  const openMutation = useMutation({
    mutationFn: async () => {
      const fetchQueue = () => fetchNeighbours(listQuery, undefined);
      const queue = await fetchQueue();
      const firstId = await findNextUnclaimed(
        queue,
        "next",
        fetchQueue,
        hasAuthority(grants, "ROLE_DOCUMENTATION_WRITE"),
      );
      if (!firstId) {
        const othersCount = queue.total === 0 ? queue.assignedToOthers : 0;
        return showAlert(
          "success",
          othersCount > 0
            ? t("review.allAssigned", { count: othersCount })
            : t(queue.total === 0 ? "review.empty" : "review.allClaimed"),
        );
      }
      const photos = hasProduct(grants, "FORM")
        ? []
        : await queryClient.fetchQuery(photosQuery(customerId, firstId, 0)).catch(() => []);
      await navigate(queuePath(firstId, listQuery, photos[0]?.id));
    },
  });
  const startReview = () => openMutation.mutate();
  useShortcuts(
    shortcutGroup,
    isEmpty || !shortcut ? [] : [{ key: shortcut, label, act: startReview, isAction: true }],
  );
  return (
    <Button
      leadingVisual={ChecklistIcon}
      {...(small && { size: "small" })}
      {...(name && { "aria-label": name })}
      aria-keyshortcuts={shortcut}
      disabled={isEmpty}
      loading={openMutation.isPending}
      onClick={startReview}
    >
      {label}
    </Button>
  );
}
