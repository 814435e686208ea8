import { type PhotoRow, photoDownload, photoThumbnail } from "../../../../domain/endpoints/documentation";
import { pathOf } from "../../api/client";

type Addressed = Pick<PhotoRow, "id" | "version">;

/** Addresses of the rotated renditions. The version is part of them, so that an old rotation is never shown for the new one. */
export const thumbnailPath = ({ id, version }: Addressed) => `${pathOf(photoThumbnail, { id })}?v=${version}`;
export const renditionPath = ({ id, version }: Addressed) => `${pathOf(photoDownload, { id })}?v=${version}`;
