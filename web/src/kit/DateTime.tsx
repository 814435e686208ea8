import styled from "styled-components";
import { dateTimeText, dateTimeWithSeconds } from "./dates";

/** An instant as YYYY-MM-DD HH:mm (2§9) in the reader's own time zone; pointing at it shows the second and the zone. */
export function DateTime({ value }: { value: string | null }) {
  if (value === null) return <>–</>;
  return (
    <Time dateTime={value} title={dateTimeWithSeconds(value)}>
      {dateTimeText(value)}
    </Time>
  );
}

const Time = styled.time`
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;
