import { LinkExternalIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { hasPosition } from "#domain/core/fields.ts";
import { Note, TabularNums } from "../layout/typography.ts";

interface PositionProps {
  lat: number;
  lng: number;
  /** Accuracy in metres; null if unknown. */
  accuracy?: number | null;
}

/** A position as a link to a map service (2§2), or a text if there is none. */
export function Position({ lat, lng, accuracy = null }: PositionProps) {
  const { t } = useTranslation("documentation");
  if (!hasPosition({ lat, lng })) return <>{t("details.unknownPosition")}</>;
  const position = `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
  return (
    <>
      <TabularNums
        as="a"
        href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t("details.openMap", { position })}
      >
        {position} <LinkExternalIcon size={12} />
      </TabularNums>
      {accuracy !== null && <Note as="span"> {t("details.accuracy", { metres: Math.ceil(accuracy) })}</Note>}
    </>
  );
}
