import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { BulkExtent } from "../../../../../domain/endpoints/bulkChange";
import type { BulkChange } from "../../../../../domain/rules/bulkChange";
import { Flash } from "../../../kit/Flash";
import { numberText } from "../../../kit/numbers";
import { ListTitle } from "../../../kit/text";

/** What a change would do, what stays unchanged, and why. */
export function BulkExtentView({ change, extent }: { change: BulkChange; extent: BulkExtent }) {
  const { t } = useTranslation(["documentationList", "documentation"]);
  const { changed, unchanged, refused, withField } = extent;
  const counted = (count: number) => ({ count, shown: numberText(count) });
  return (
    <>
      <p>
        {changed === 0
          ? t("bulk.nothing")
          : t(change === "DELETE" ? "bulk.deleted" : "bulk.changed", counted(changed))}
        {unchanged > 0 && ` ${t("bulk.unchanged", counted(unchanged))}`}
      </p>
      {change === "PAUSED" && changed > 0 && <Flash kind="warning">{t("bulk.pausing")}</Flash>}
      {change === "DELETE" && withField > 0 && (
        <Flash kind="warning">{t("bulk.withField", counted(withField))}</Flash>
      )}
      {refused.length > 0 && (
        <section>
          <ListTitle>{t("bulk.refusedTitle")}</ListTitle>
          <List>
            {refused.map(({ why, status, documentations }) => (
              <li key={`${why} ${status}`}>
                <Count>{counted(documentations).shown}</Count>
                {t(`bulk.why.${why}`, { status: t(`documentation:status.${status}`) })}
              </li>
            ))}
          </List>
        </section>
      )}
    </>
  );
}

const List = styled.ul`
  display: grid;
  gap: var(--base-size-4);
  margin: 0;
  padding: 0;
  list-style: none;
  color: var(--fgColor-muted);
`;

const Count = styled.span`
  display: inline-block;
  min-width: 48px;
  margin-right: var(--base-size-8);
  color: var(--fgColor-default);
  font-variant-numeric: tabular-nums;
  text-align: end;
`;
