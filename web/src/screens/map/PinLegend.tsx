import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import type { MapCluster } from "#domain/endpoints/documentation/map.ts";
import { statusColors } from "#features/map/statusColors.ts";

/** Explains the colours of the pins in view. The line is reserved while there are none, so that nothing moves when they load. */
export function PinLegend({ clusters }: { clusters: readonly MapCluster[] }) {
  const { t } = useTranslation(["map", "documentation"]);
  const visibleStatuses = new Set(clusters.map(({ facts }) => facts?.status));
  const statuses = documentationStatuses.filter((status) => visibleStatuses.has(status));
  return (
    <Line>
      {statuses.length > 0 && (
        <ul aria-label={t("legend")}>
          {statuses.map((status) => (
            <li key={status}>
              <Dot style={{ background: statusColors[status] }} />
              {t(`documentation:status.${status}`)}
            </li>
          ))}
        </ul>
      )}
    </Line>
  );
}

const Line = styled.div`
  min-height: var(--base-size-24);
  margin-top: var(--base-size-8);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  ul {
    display: flex;
    flex-wrap: wrap;
    gap: var(--base-size-4) var(--base-size-16);
    list-style: none;
  }
  li {
    display: flex;
    align-items: center;
    gap: var(--base-size-4);
  }
`;

const Dot = styled.span`
  width: 10px;
  height: 10px;
  border-radius: 50%;
`;
