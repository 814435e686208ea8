import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { MapBox } from "./mapStyles.ts";

interface SmallMapProps {
  lat: number;
  lng: number;
}

/** A map of one position. The position is also shown as text beside it. */
export function SmallMap({ lat, lng }: SmallMapProps) {
  const { t: tCommon } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isUnmounted = false;
    let remove: (() => void) | null = null;
    // Loads Leaflet only if a position is shown.
    void import("./createPinMap.ts").then(({ createPinMap }) => {
      if (isUnmounted || !container.current) return;
      remove = createPinMap(container.current, { lat, lng });
    });
    return () => {
      isUnmounted = true;
      remove?.();
    };
  }, [lat, lng]);
  return <SmallMapBox ref={container} role="region" aria-label={tCommon("map.positionMap")} />;
}

const SmallMapBox = styled(MapBox)`
  height: 180px;
  min-height: 0;
`;
