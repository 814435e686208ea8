import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { NoWrap } from "../layout/typography.ts";
import { formatDateTime, formatDateTimeWithSeconds, isValidInstant } from "./dates.ts";

/**
 * An instant as YYYY-MM-DD HH:mm (2§9) in the user's time zone; the tooltip adds seconds and zone. A stored value that is not an
 * instant is shown unchanged, and marked.
 */
export function DateTime({ value }: { value: string | null }) {
  const { t } = useTranslation();
  if (value === null) return <>–</>;
  if (!isValidInstant(value)) return <InvalidDate title={t("state.invalidDate")}>{value}</InvalidDate>;
  return (
    <NoWrap as="time" dateTime={value} title={formatDateTimeWithSeconds(value)}>
      {formatDateTime(value)}
    </NoWrap>
  );
}

const InvalidDate = styled.span`
  color: var(--fgColor-danger);
  text-decoration: underline wavy;
`;
