import {
  BroadcastIcon,
  CloudIcon,
  GlobeIcon,
  type Icon,
  MailIcon,
  OrganizationIcon,
  ServerIcon,
} from "@primer/octicons-react";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";

/** The icon of each destination type. */
export const typeIcons: Record<ExportConfigurationType, Icon> = {
  EMAIL: MailIcon,
  SHAREPOINT: OrganizationIcon,
  FTP: ServerIcon,
  WEBDAV: GlobeIcon,
  STOREGATE: CloudIcon,
  RAMSITE_3GIS: BroadcastIcon,
};
