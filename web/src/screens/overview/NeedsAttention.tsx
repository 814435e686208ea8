import {
  AlertIcon,
  CalendarIcon,
  ClockIcon,
  CommentDiscussionIcon,
  FileMovedIcon,
  HourglassIcon,
  type Icon,
  InboxIcon,
  PaperAirplaneIcon,
  ReplyIcon,
} from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { type AttentionReason, attentionReasons } from "#domain/core/documentationTypes.ts";
import { serializeFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { documentationListPath } from "#features/documentationList/listPath.ts";
import { toListQuery } from "#features/reviewQueue/queueUrl.ts";
import { ReviewButton } from "#features/reviewQueue/ReviewButton.tsx";
import { CountRow, CountSection } from "#ui/layout/CountSection.tsx";
import { useCountText } from "./countText.ts";
import type { OverviewResponse } from "./overviewLinks.ts";

interface AttentionItem {
  kind: AttentionReason | "HANDED_OVER" | "FAILED_DELIVERIES";
  to: string;
  /** The list's query for reviewing it one by one, if it can be reviewed. */
  view?: string;
  count: number;
}

/** The reasons for attention with their counts. Reasons without documentations are omitted. */
export function listAttentionItems({
  attention: counts,
  handedOver,
  failedDeliveries,
}: OverviewResponse): AttentionItem[] {
  const items: AttentionItem[] = attentionReasons.map((reason) => {
    const filter = { attentionFilter: [reason] };
    return {
      kind: reason,
      to: documentationListPath(filter),
      view: toListQuery(new URLSearchParams(serializeFilter(filter)), false),
      count: counts[reason],
    };
  });
  items.push({
    kind: "HANDED_OVER",
    to: documentationListPath({ statusFilter: ["PAUSED"] }),
    count: handedOver,
  });
  if (failedDeliveries)
    items.push({
      kind: "FAILED_DELIVERIES",
      to: `/delivery?state=FAILED&from=${failedDeliveries.from}`,
      count: failedDeliveries.count,
    });
  return items.filter(({ count }) => count > 0);
}

const icons: Record<AttentionItem["kind"], Icon> = {
  RECEIVED_FILES: InboxIcon,
  OVERDUE_UPLOADS: HourglassIcon,
  EXPIRING_LINKS: ClockIcon,
  COMPLETED_WITHOUT: AlertIcon,
  UNANSWERED: CommentDiscussionIcon,
  LATE_REVIEW: CalendarIcon,
  LATE_RETAKE: ReplyIcon,
  HANDED_OVER: FileMovedIcon,
  FAILED_DELIVERIES: PaperAirplaneIcon,
};

export function NeedsAttention({ items }: { items: readonly AttentionItem[] }) {
  const { t } = useTranslation(["overview", "documentation"]);
  const countText = useCountText();
  const textOf = (kind: AttentionItem["kind"]) => {
    if (kind === "HANDED_OVER") return t("handedOver");
    if (kind === "FAILED_DELIVERIES") return t("failedDeliveries");
    return t(`documentation:attentionReason.${kind}`);
  };
  return (
    <CountSection title={t("attention")} emptyText={items.length === 0 ? t("attentionEmpty") : null}>
      {items.map(({ kind, to, count, view }) => (
        <CountRow
          key={kind}
          icon={icons[kind]}
          to={to}
          text={textOf(kind)}
          count={countText(count)}
          act={
            view && (
              <ReviewButton
                small
                listQuery={view}
                label={t("documentation:review.start")}
                name={t("reviewOf", { name: textOf(kind) })}
                shortcutGroup={t("attention")}
              />
            )
          }
        />
      ))}
    </CountSection>
  );
}
