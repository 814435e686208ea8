import { ArrowLeftIcon, ChevronLeftIcon, ChevronRightIcon, PeopleIcon } from "@primer/octicons-react";
import { Checkbox } from "@primer/react";
import type { ComponentType, MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled, { css } from "styled-components";
import { useDecidedCount } from "#features/reviewQueue/reviewProgress.ts";
import type { Direction, Queue } from "#features/reviewQueue/useQueue.ts";
import { formatNumber } from "#ui/format/numbers.ts";

interface QueueBarProps {
  queue: Queue;
  /** The name of another user who is reviewing it. */
  reviewer: string | null;
}

/** The documentation's position in the list it was opened from, with links to its neighbours and back to the list. */
export function QueueBar({ queue, reviewer }: QueueBarProps) {
  const { t } = useTranslation("review");
  const { t: tCommon } = useTranslation();
  const { adjacent, list } = queue;
  return (
    <Bar aria-label={t("queue.title")}>
      <BackLink to={list} aria-keyshortcuts="u">
        <ArrowLeftIcon /> {tCommon("routes.documentation")}
      </BackLink>
      {reviewer && <OtherReviewer name={reviewer} />}
      {adjacent && adjacent.assignedToOthers > 0 && (
        <SkipSwitch queue={queue} count={adjacent.assignedToOthers} />
      )}
      <PositionText aria-live="polite">{adjacent && <QueuePosition queue={queue} />}</PositionText>
      <Step queue={queue} direction="previous" icon={ChevronLeftIcon} label={t("queue.previous")} />
      <Step queue={queue} direction="next" icon={ChevronRightIcon} label={t("queue.next")} />
    </Bar>
  );
}

/** Skips documentations assigned to others unless it is unchecked. */
function SkipSwitch({ queue, count }: { queue: Queue; count: number }) {
  const { t } = useTranslation("review");
  const text = t("queue.skipAssigned", { count });
  return (
    <SkipLabel title={text}>
      <Checkbox
        checked={queue.skipsAssigned}
        aria-label={text}
        onChange={({ target }) => queue.setSkipsAssigned(target.checked)}
      />
      <span data-wide aria-hidden="true">
        {text}
      </span>
      <span data-narrow aria-hidden="true">
        {t("queue.skipShort", { count })}
      </span>
    </SkipLabel>
  );
}

/** Shows that another user is reviewing the documentation. Nothing is locked. */
export function OtherReviewer({ name }: { name: string }) {
  const { t } = useTranslation("review");
  return (
    <ReviewerText role="status">
      <PeopleIcon /> {t("queue.reviewer", { name })}
    </ReviewerText>
  );
}

/** '7 done, 11 left' once something is decided; before, '3 of 18', or only the total if the position is unknown. */
export function QueuePosition({ queue }: { queue: Queue }) {
  const { t } = useTranslation("review");
  const decidedCount = useDecidedCount(queue.view);
  if (!queue.adjacent) return null;
  if (decidedCount > 0)
    return t("queue.progress", {
      done: formatNumber(decidedCount),
      left: formatNumber(queue.adjacent.total),
    });
  const { position: index, total } = queue.adjacent;
  return index === null
    ? t("queue.listTotal", { count: total, total: formatNumber(total) })
    : t("queue.position", { position: formatNumber(index), total: formatNumber(total) });
}

/** A link back to the list and the position in it, above a photo in the viewer. */
export function QueueContext({ queue }: { queue: Queue }) {
  const { t } = useTranslation();
  return (
    <Context>
      <BackLink to={queue.list} aria-keyshortcuts="u">
        <ArrowLeftIcon /> {t("routes.documentation")}
      </BackLink>
      <QueuePosition queue={queue} />
    </Context>
  );
}

/** The actions before the first photo in the viewer and after the last: they open the neighbours in the list. */
export const queueNeighbourActions = ({ adjacent, open }: Queue) => ({
  previous: adjacent?.previous ? () => open("previous", { isInViewer: true }) : undefined,
  next: adjacent?.next ? () => open("next", { isInViewer: true }) : undefined,
});

interface StepProps {
  queue: Queue;
  direction: Direction;
  icon: ComponentType;
  label: string;
}

/** A real link, so that it can open in a new tab; a plain click skips documentations that others have begun to review. */
function Step({ queue, direction, icon: Icon, label }: StepProps) {
  const neighbour = queue.adjacent?.[direction];
  if (!neighbour)
    return (
      <NoArrow aria-hidden="true">
        <Icon />
      </NoArrow>
    );
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    queue.open(direction);
  };
  return (
    <Arrow
      to={queue.pathTo(neighbour.id)}
      aria-label={`${label}: ${neighbour.name}`}
      title={neighbour.name}
      onClick={onClick}
    >
      <Icon />
    </Arrow>
  );
}

const Bar = styled.nav`
  position: sticky;
  z-index: 3;
  top: var(--frame-height, 0px);
  display: flex;
  align-items: center;
  gap: var(--base-size-4);
  width: 100%;
  max-width: 1440px;
  min-height: 44px;
  margin: 0 auto;
  padding: 0 var(--base-size-16) 0 var(--base-size-24);
  border-bottom: 1px solid var(--borderColor-muted);
  background: var(--bgColor-default);
  font-size: var(--text-body-size-small);
  @media (max-width: 767px) {
    padding: 0 var(--base-size-4) 0 var(--base-size-16);
  }
  @media print {
    display: none;
  }
`;

const BackLink = styled(Link)`
  display: flex;
  flex: 0 1 auto;
  align-items: center;
  gap: var(--base-size-4);
  min-width: 44px;
  min-height: 44px;
  overflow: hidden;
  white-space: nowrap;
`;

const Context = styled.span`
  display: flex;
  flex-basis: 100%;
  align-items: center;
  gap: var(--base-size-12);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  a {
    min-height: 24px;
  }
`;

const ReviewerText = styled.span`
  display: flex;
  flex: 0 1 auto;
  align-items: center;
  gap: var(--base-size-4);
  min-width: 0;
  margin-left: var(--base-size-12);
  overflow: hidden;
  color: var(--fgColor-attention);
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const SkipLabel = styled.label`
  display: flex;
  flex: none;
  align-items: center;
  gap: var(--base-size-8);
  min-height: 44px;
  margin-left: var(--base-size-12);
  color: var(--fgColor-muted);
  white-space: nowrap;
  cursor: pointer;
  [data-narrow] {
    display: none;
  }
  @media (max-width: 767px) {
    [data-wide] {
      display: none;
    }
    [data-narrow] {
      display: inline;
    }
  }
`;

const PositionText = styled.span`
  flex: none;
  margin-left: auto;
  color: var(--fgColor-muted);
  font-variant-numeric: tabular-nums;
`;

const arrow = css`
  display: grid;
  flex: none;
  place-items: center;
  width: 44px;
  height: 44px;
`;

const NoArrow = styled.span`
  ${arrow}
  color: var(--fgColor-disabled);
`;

const Arrow = styled(Link)`
  ${arrow}
  border-radius: var(--borderRadius-medium);
  color: var(--fgColor-default);
  &:hover {
    background: var(--control-transparent-bgColor-hover);
  }
`;
