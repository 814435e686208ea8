import { sql } from "drizzle-orm";
import { phoneModelName, phoneModelsNamed } from "#domain/media/phoneModel.ts";
import * as contracts from "#domain/resources/index.ts";
import { containsFolded } from "#worker/db/casefold.ts";
import { idAsText, listParam } from "#worker/db/ids.ts";
import {
  device,
  documentationTagConfiguration,
  documentationTaskFilter,
  exportConfiguration,
  graphic,
  predefinedConfiguration,
  referencePhoto,
} from "#worker/db/schema/index.ts";
import { bind } from "./binding.ts";
import { customerName } from "./customerName.ts";
import { detachExportConfiguration, detachPredefinedConfiguration } from "./detachReferences.ts";
import { secretsSet } from "./secretParams.ts";
import { userParamList } from "./userParams.ts";

/** Bindings of configuration (3§3). All except the first two have their routes in worker/features. */
export const documentationTagConfigurationBinding = bind(
  contracts.documentationTagConfiguration,
  documentationTagConfiguration,
  { derived: customerName(documentationTagConfiguration) },
);

export const deviceBinding = bind(contracts.device, device, {
  derived: {
    ...customerName(device),
    phoneModelName: sql`device.phone_model`.mapWith((reported) => phoneModelName(String(reported))),
    licenses:
      sql`(SELECT json_group_array(json_object('id', ${idAsText("li.id")}, 'name', li.name, 'licenseCode', li.license_code) ORDER BY li.name, li.id)
      FROM device_license dl JOIN license li ON li.id = dl.license_id WHERE dl.device_id = device.id)`.mapWith(
        (text): unknown => JSON.parse(String(text)),
      ),
    currentLicenseCode: sql<
      string | null
    >`(SELECT li.license_code FROM license li WHERE li.id = device.current_license_id)`,
  },
  searches: {
    phoneModelName: (q) => sql`device.phone_model IN ${listParam(phoneModelsNamed(q))}`,
    currentLicenseCode: (q) =>
      sql`device.current_license_id IN (SELECT li.id FROM license li WHERE ${containsFolded(sql`li.license_code`, q)})`,
  },
});

export const predefinedConfigurationBinding = bind(
  contracts.predefinedConfiguration,
  predefinedConfiguration,
  {
    derived: { ...customerName(predefinedConfiguration), secretsSet: secretsSet("predefined_configuration") },
    detachStatements: detachPredefinedConfiguration,
  },
);

export const exportConfigurationBinding = bind(contracts.exportConfiguration, exportConfiguration, {
  derived: { ...customerName(exportConfiguration), secretsSet: secretsSet("export_configuration") },
  lists: { userParams: userParamList() },
  detachStatements: detachExportConfiguration,
});

export const documentationTaskFilterBinding = bind(
  contracts.documentationTaskFilter,
  documentationTaskFilter,
  { derived: customerName(documentationTaskFilter) },
);

export const graphicBinding = bind(contracts.graphic, graphic, {
  derived: {
    ...customerName(graphic),
    templatesCount: sql<number>`(SELECT count(DISTINCT t.id) FROM template_graphic l JOIN template t ON t.id = l.template_id
      WHERE l.customer_id = graphic.customer_id AND l.graphic_id = graphic.id AND t.date_deleted IS NULL)`,
  },
});

export const referencePhotoBinding = bind(contracts.referencePhoto, referencePhoto, {
  derived: {
    ...customerName(referencePhoto),
    templatesCount: sql<number>`(SELECT count(DISTINCT t.id) FROM template_task_reference_photo l
      JOIN template_task k ON k.id = l.template_task_id JOIN template t ON t.id = k.template_id
      WHERE l.customer_id = reference_photo.customer_id AND l.reference_photo_id = reference_photo.id AND t.date_deleted IS NULL)`,
  },
});
