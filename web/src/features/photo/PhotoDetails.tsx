import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { hasPosition } from "#domain/core/fields.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { formatDirection } from "#domain/media/compassDirection.ts";
import { ExportedTo } from "#features/delivery/ExportedTo.tsx";
import { SmallMap } from "#features/map/SmallMap.tsx";
import { getLanguage } from "#i18n/language.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { Position } from "#ui/format/Position.tsx";
import { SmallCode } from "#ui/layout/typography.ts";

interface PhotoDetailsProps {
  photo: PhotoRow;
  taskName: (taskId: string) => string | undefined;
  /** Shown above the details. */
  children?: ReactNode;
}

/** Details of the photo in large view. */
export function PhotoDetails({ photo, taskName, children }: PhotoDetailsProps) {
  const { t } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  const details: [string, ReactNode][] = [
    [tCommon("fields.name"), photo.alias && photo.name],
    [t("gallery.comment"), photo.comment],
    [t("gallery.reviewComment"), photo.reviewComment],
    [t("gallery.task"), photo.documentationTaskId && taskName(photo.documentationTaskId)],
    [t("gallery.takenAt"), <TimeTaken key="taken" photo={photo} />],
    [t("gallery.uploadedAt"), photo.dateUploaded && <DateTime value={photo.dateUploaded} />],
    [t("gallery.creator"), photo.creator || t("gallery.creatorUnknown")],
    [t("gallery.position"), <Position key="position" lat={photo.lat} lng={photo.lng} />],
    [t("gallery.direction"), photo.direction !== null && formatDirection(photo.direction, getLanguage())],
    [t("gallery.size"), photo.hasData && <Size photo={photo} />],
    [
      t("gallery.exportedTo"),
      photo.exportEvents.length > 0 && <ExportedTo key="exported" events={photo.exportEvents} />,
    ],
    [t("gallery.sha256"), photo.sha256 && <SmallCode>{photo.sha256}</SmallCode>],
  ];
  return (
    <Aside aria-label={t("gallery.info")}>
      {children}
      <List>
        {details
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </List>
      {hasPosition(photo) && (
        <MapWrapper>
          <SmallMap lat={photo.lat} lng={photo.lng} />
        </MapWrapper>
      )}
    </Aside>
  );
}

function Size({ photo }: { photo: PhotoRow }) {
  const { t } = useTranslation("documentation");
  const { width, height, dataSize } = photo;
  return (
    <>
      {formatBytes(dataSize)}
      {width !== null && height !== null && <div>{t("gallery.pixels", { width, height })}</div>}
    </>
  );
}

const Aside = styled.aside`
  flex: 0 0 320px;
  padding: var(--base-size-8) var(--base-size-24);
  overflow: auto;
  @media (max-width: 767px) {
    flex: 0 1 auto;
    max-height: 45%;
    padding: var(--base-size-12) var(--base-size-16);
  }
`;

const List = styled.dl`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  dt {
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
  }
  dd {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  @media (max-width: 767px) {
    display: grid;
    grid-template-columns: 1fr 1fr;
  }
`;

const MapWrapper = styled.div`
  margin-top: var(--base-size-16);
`;

/** When the photo was taken, by the device or by the photo's own metadata; never the time of arrival. */
export function TimeTaken({
  photo: { dateCreated, dateSource },
}: {
  photo: Pick<PhotoRow, "dateCreated" | "dateSource">;
}) {
  const { t } = useTranslation("documentation");
  if (dateSource === "ARRIVAL") return <>{t("gallery.unknownTime")}</>;
  return (
    <>
      <DateTime value={dateCreated} />
      {dateSource !== "DEVICE" && ` ${t("gallery.timeFromPhoto")}`}
    </>
  );
}
