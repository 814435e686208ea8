import { changeLog } from "./changeLog";
import { customer } from "./customer";
import { device } from "./device";
import { documentationAlias } from "./documentationAlias";
import { documentationTagConfiguration } from "./documentationTagConfiguration";
import { documentationTaskFilter } from "./documentationTaskFilter";
import { domainChange } from "./domainChange";
import { expectedAnswerImportConfiguration } from "./expectedAnswerImportConfiguration";
import { expectedAnswerImportEvent } from "./expectedAnswerImportEvent";
import { expectedAnswerList } from "./expectedAnswerList";
import { exportConfiguration } from "./exportConfiguration";
import { exportDocument } from "./exportDocument";
import { exportDocumentConfiguration } from "./exportDocumentConfiguration";
import { exportEvent } from "./exportEvent";
import { graphic } from "./graphic";
import { license } from "./license";
import { photoAlias } from "./photoAlias";
import { predefinedConfiguration } from "./predefinedConfiguration";
import { referencePhoto } from "./referencePhoto";
import { role } from "./role";
import { suggestionImportConfiguration } from "./suggestionImportConfiguration";
import { suggestionImportEvent } from "./suggestionImportEvent";
import { suggestionList } from "./suggestionList";
import { tempFile } from "./tempFile";
import { template } from "./template";
import { uploadToken } from "./uploadToken";
import { user } from "./user";

/** Every standard resource; the OpenAPI document and the generated tests go through this list. */
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
