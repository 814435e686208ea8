import { type PhotoRow, photoDownload, photoThumbnail } from "../../../../domain/endpoints/documentation";
import { pathOf } from "../../api/client";

type Addressed = Pick<PhotoRow, "id" | "version">;

/** Where the turned forms of a photo are. The version is part of the address, so that no old turn is ever shown for the new one. */
export const thumbnailPath = ({ id, version }: Addressed) => `${pathOf(photoThumbnail, { id })}?v=${version}`;
export const renditionPath = ({ id, version }: Addressed) => `${pathOf(photoDownload, { id })}?v=${version}`;
