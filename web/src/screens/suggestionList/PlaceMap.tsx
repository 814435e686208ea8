import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { MapBox } from "../../kit/map/mapStyles";
import { drawPlaces, type Place } from "./drawPlaces";

/** Places on a map that needs no tile server: what it shows is where they are to one another, and how far apart. */
export function PlaceMap({ label, places }: { label: string; places: readonly Place[] }) {
  const { t } = useTranslation("lists");
  const { t: common } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return;
    const map = drawPlaces(box.current, places, {
      zoomIn: t("map.zoomIn"),
      zoomOut: t("map.zoomOut"),
      close: common("actions.close"),
      cluster: (count) => t("map.cluster", { count }),
    });
    return () => {
      map.remove();
    };
  }, [places, t, common]);
  return <MapBox ref={box} role="region" aria-label={label} />;
}
