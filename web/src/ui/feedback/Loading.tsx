import { Spinner } from "@primer/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";

/** Milliseconds before the spinner shows: a flashing spinner makes a fast page look slow. */
const showAfterMs = 200;

export function Loading({ label }: { label?: string }) {
  const { t } = useTranslation();
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsVisible(true), showAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return <Centered>{isVisible && <Spinner srText={label ?? t("state.loading")} />}</Centered>;
}

const Centered = styled.div`
  display: grid;
  place-items: center;
  min-height: 160px;
  flex: 1;
`;
