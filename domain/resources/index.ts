import { changeLog } from "./changeLog.ts";
import { customer } from "./customer.ts";
import { device } from "./device.ts";
import { documentationAlias } from "./documentationAlias.ts";
import { documentationTagConfiguration } from "./documentationTagConfiguration.ts";
import { documentationTaskFilter } from "./documentationTaskFilter.ts";
import { domainChange } from "./domainChange.ts";
import { expectedAnswerImportConfiguration } from "./expectedAnswerImportConfiguration.ts";
import { expectedAnswerImportEvent } from "./expectedAnswerImportEvent.ts";
import { expectedAnswerList } from "./expectedAnswerList.ts";
import { exportConfiguration } from "./exportConfiguration.ts";
import { exportDocument } from "./exportDocument.ts";
import { exportDocumentConfiguration } from "./exportDocumentConfiguration.ts";
import { exportEvent } from "./exportEvent.ts";
import { graphic } from "./graphic.ts";
import { license } from "./license.ts";
import { photoAlias } from "./photoAlias.ts";
import { predefinedConfiguration } from "./predefinedConfiguration.ts";
import { referencePhoto } from "./referencePhoto.ts";
import { role } from "./role.ts";
import { suggestionImportConfiguration } from "./suggestionImportConfiguration.ts";
import { suggestionImportEvent } from "./suggestionImportEvent.ts";
import { suggestionList } from "./suggestionList.ts";
import { tempFile } from "./tempFile.ts";
import { template } from "./template.ts";
import { uploadToken } from "./uploadToken.ts";
import { user } from "./user.ts";

/** All standard resources; the OpenAPI document and the generated tests iterate over this list. */
export const resources = [
  user,
  customer,
  role,
  license,
  documentationAlias,
  photoAlias,
  domainChange,
  changeLog,
  suggestionList,
  suggestionImportConfiguration,
  suggestionImportEvent,
  expectedAnswerList,
  expectedAnswerImportConfiguration,
  expectedAnswerImportEvent,
  device,
  documentationTagConfiguration,
  documentationTaskFilter,
  exportConfiguration,
  exportDocument,
  exportDocumentConfiguration,
  exportEvent,
  graphic,
  predefinedConfiguration,
  referencePhoto,
  template,
  tempFile,
  uploadToken,
] as const;

export {
  changeLog,
  customer,
  device,
  documentationAlias,
  documentationTagConfiguration,
  documentationTaskFilter,
  domainChange,
  expectedAnswerImportConfiguration,
  expectedAnswerImportEvent,
  expectedAnswerList,
  exportConfiguration,
  exportDocument,
  exportDocumentConfiguration,
  exportEvent,
  graphic,
  license,
  photoAlias,
  predefinedConfiguration,
  referencePhoto,
  role,
  suggestionImportConfiguration,
  suggestionImportEvent,
  suggestionList,
  tempFile,
  template,
  uploadToken,
  user,
};
