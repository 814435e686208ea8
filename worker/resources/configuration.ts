import { sql } from "drizzle-orm";
import { findPhoneModels, getPhoneModelName } from "#domain/media/phoneModel.ts";
import * as contracts from "#domain/resources/index.ts";
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
import { matchesSearchCondition } from "#worker/db/searchText.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";
import { createBinding } from "./binding.ts";
import { customerNameField } from "./customerName.ts";
import {
  detachExportConfigurationStatements,
  detachPredefinedConfigurationStatements,
} from "./detachReferences.ts";
import { secretsSetSql } from "./secretParams.ts";
import { createUserParamList } from "./userParams.ts";

/** Bindings of configuration (3§3). All except the first two have their routes in worker/features. */
export const documentationTagConfigurationBinding = createBinding(
  contracts.documentationTagConfiguration,
  documentationTagConfiguration,
  { derived: customerNameField(documentationTagConfiguration) },
);

export const deviceBinding = createBinding(contracts.device, device, {
  derived: {
    ...customerNameField(device),
    phoneModelName: sql`device.phone_model`.mapWith((reportedModel) =>
      getPhoneModelName(String(reportedModel)),
    ),
    licenses:
      // Each licence is written in a subquery, because SQLite adds the depths of nested expressions and allows 100.
      sql`(SELECT json_group_array(json(entry)) FROM (
        SELECT json_object('id', ${idAsText("li.id")}, 'name', li.name, 'licenseCode', li.license_code) AS entry
        FROM device_license dl JOIN license li ON li.id = dl.license_id WHERE dl.device_id = device.id
        ORDER BY ${sortKeySql("li.name")}, li.id LIMIT -1))`.mapWith((text): unknown =>
        JSON.parse(String(text)),
      ),
    currentLicenseCode: sql<
      string | null
    >`(SELECT li.license_code FROM license li WHERE li.id = device.current_license_id)`,
  },
  searches: {
    phoneModelName: (q) => sql`device.phone_model IN ${listParam(findPhoneModels(q))}`,
    currentLicenseCode: (q) =>
      sql`device.current_license_id IN (SELECT li.id FROM license li WHERE ${matchesSearchCondition([sql`li.license_code`], q)})`,
  },
});

export const predefinedConfigurationBinding = createBinding(
  contracts.predefinedConfiguration,
  predefinedConfiguration,
  {
    derived: {
      ...customerNameField(predefinedConfiguration),
      secretsSet: secretsSetSql("predefined_configuration"),
    },
    detachStatements: detachPredefinedConfigurationStatements,
  },
);

export const exportConfigurationBinding = createBinding(contracts.exportConfiguration, exportConfiguration, {
  derived: { ...customerNameField(exportConfiguration), secretsSet: secretsSetSql("export_configuration") },
  lists: { userParams: createUserParamList() },
  detachStatements: detachExportConfigurationStatements,
});

export const documentationTaskFilterBinding = createBinding(
  contracts.documentationTaskFilter,
  documentationTaskFilter,
  { derived: customerNameField(documentationTaskFilter) },
);

export const graphicBinding = createBinding(contracts.graphic, graphic, {
  derived: {
    ...customerNameField(graphic),
    templateCount: sql<number>`(SELECT count(DISTINCT t.id) FROM template_graphic l JOIN template t ON t.id = l.template_id
      WHERE l.customer_id = graphic.customer_id AND l.graphic_id = graphic.id AND t.date_deleted IS NULL)`,
  },
});

export const referencePhotoBinding = createBinding(contracts.referencePhoto, referencePhoto, {
  derived: {
    ...customerNameField(referencePhoto),
    templateCount: sql<number>`(SELECT count(DISTINCT t.id) FROM template_task_reference_photo l
      JOIN template_task k ON k.id = l.template_task_id JOIN template t ON t.id = k.template_id
      WHERE l.customer_id = reference_photo.customer_id AND l.reference_photo_id = reference_photo.id AND t.date_deleted IS NULL)`,
  },
});
