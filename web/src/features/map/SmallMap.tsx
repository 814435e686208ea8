import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { MapBox } from "./mapStyles.ts";

interface SmallMapProps {
  lat: number;
  lng: number;
}

/** Where one position is, on the ground of all maps. The position stands beside it as text. */
export function SmallMap({ lat, lng }: SmallMapProps) {
  const { t: common } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let ended = false;
    let remove: (() => void) | null = null;
    // Leaflet comes only where a position is shown.
    void import("./createPinMap.ts").then(({ createPinMap }) => {
      if (ended || !box.current) return;
      remove = createPinMap(box.current, { lat, lng });
    });
    return () => {
      ended = true;
      remove?.();
    };
  }, [lat, lng]);
  return <Small ref={box} role="region" aria-label={common("map.position")} />;
}

const Small = styled(MapBox)`
  height: 180px;
  min-height: 0;
`;
