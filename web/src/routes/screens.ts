import type { ComponentType } from "react";
import type { Area } from "../i18n/texts";
import type { Path } from "./routes";

/** A screen's module, loaded when its route is first opened, and the texts it needs besides the common ones. */
interface LazyScreen {
  load: () => Promise<{ default: ComponentType }>;
  areas: readonly Area[];
}

const screen = (load: LazyScreen["load"], ...areas: Area[]): LazyScreen => ({ load, areas });

export const screens: Record<Path, LazyScreen> = {
  "/login": screen(() => import("../screens/session/Login"), "session"),
  "/forgotpassword": screen(() => import("../screens/session/ForgotPassword"), "session"),
  "/resetpassword/:token": screen(() => import("../screens/session/ResetPassword"), "session"),
  "/uploadFiles": screen(() => import("../screens/upload/UploadFiles"), "upload", "link"),
  "/uploadLater": screen(() => import("../screens/upload/UploadLater"), "upload", "link"),
  "/retake": screen(() => import("../screens/upload/Retake"), "upload", "link"),
  "/delivered": screen(() => import("../screens/delivered/Delivered"), "delivered", "link"),
  "/logout": screen(() => import("../screens/session/Logout"), "session"),
  "/forbidden": screen(() => import("../screens/session/Forbidden"), "session", "access"),
  "/": screen(() => import("../screens/general/Home"), "session"),
  "/profile": screen(() => import("../screens/profile/Profile"), "profile", "session", "access"),
  "/user": screen(() => import("../screens/user/UserList"), "user", "access"),
  "/customer": screen(
    () => import("../screens/customer/CustomerList"),
    "customer",
    "user",
    "access",
    "documentation",
  ),
  "/customerstatistics": screen(() => import("../screens/statistics/CustomerStatistics"), "statistics"),
  "/domainChangeLog": screen(() => import("../screens/domainChangeLog/DomainChangeLog"), "log", "audit"),
  "/copyTemplate": screen(() => import("../screens/template/CopyTemplates"), "template", "documentation"),
  "/copyGraphic": screen(() => import("../screens/graphic/CopyGraphic"), "image"),
  "/license": screen(() => import("../screens/license/LicenseList"), "license"),
  "/exportConfiguration": screen(
    () => import("../screens/configuration/ExportConfigurationList"),
    "configuration",
  ),
  "/exportConfiguration/test/:id": screen(
    () => import("../screens/configuration/ExportTest"),
    "configuration",
    "documentation",
    "exporting",
  ),
  "/documentationAlias": screen(
    () => import("../screens/alias/DocumentationAliasList"),
    "alias",
    "pairImport",
  ),
  "/photoAlias": screen(() => import("../screens/alias/PhotoAliasList"), "alias"),
  "/suggestionImport": screen(
    () => import("../screens/importConfiguration/SuggestionImport"),
    "imports",
    "configuration",
  ),
  "/suggestionList/map/:uuid": screen(() => import("../screens/suggestionList/SuggestionMap"), "lists"),
  "/switchuser": screen(() => import("../screens/switching/SwitchUser"), "switching"),
  "/lastAuthenticationSuccessEvent": screen(() => import("../screens/lastLogins/LastLogins"), "log"),
  "/quartz": screen(() => import("../screens/scheduler/SchedulerList"), "scheduler", "imports"),
  "/changeTemplate": screen(
    () => import("../screens/changeTemplate/ChangeTemplateList"),
    "tools",
    "documentation",
  ),
  "/changeTemplate/:uuid": screen(
    () => import("../screens/changeTemplate/ChangeTemplate"),
    "tools",
    "documentation",
  ),
  "/deleteDocumentations": screen(
    () => import("../screens/deleteDocumentations/DeleteDocumentations"),
    "tools",
    "documentation",
  ),
  "/documentationTaskFilter": screen(
    () => import("../screens/configuration/TaskFilterList"),
    "configuration",
    "documentation",
  ),
  "/device": screen(() => import("../screens/device/DeviceList"), "device"),
  "/device/:uuid": screen(() => import("../screens/device/DeviceShow"), "device"),
  "/exportDocumentConfiguration": screen(
    () => import("../screens/exportDocumentConfiguration/LayoutList"),
    "layout",
    "documentation",
  ),
  "/exportDocumentConfiguration/:uuid": screen(
    () => import("../screens/exportDocumentConfiguration/LayoutEditor"),
    "layout",
    "documentation",
  ),
  "/exportDocumentConfiguration/details/:uuid": screen(
    () => import("../screens/exportDocumentConfiguration/LayoutDetails"),
    "layout",
    "documentation",
  ),
  "/expectedAnswerImport": screen(
    () => import("../screens/importConfiguration/ExpectedAnswerImport"),
    "imports",
    "configuration",
  ),
  "/tempFile": screen(() => import("../screens/tempFile/TempFiles"), "tempFile"),
  "/demo": screen(() => import("../screens/demo/DemoList"), "demo", "license", "documentation"),
  "/predefinedConfiguration": screen(
    () => import("../screens/configuration/PredefinedConfigurationList"),
    "configuration",
    "documentation",
  ),
  "/importCSV": screen(() => import("../screens/template/ImportCsv"), "template", "documentation"),
  "/documentationTagConfiguration": screen(
    () => import("../screens/tag/TagConfigurationList"),
    "configuration",
    "pairImport",
  ),
  "/exportDocument": screen(() => import("../screens/exportDocument/ExportDocuments"), "exportDocument"),
  "/changeLog": screen(() => import("../screens/changeLog/ChangeLog"), "log"),
  "/overview": screen(() => import("../screens/overview/Overview"), "overview", "documentation"),
  "/documentation": screen(
    () => import("../screens/documentationList/DocumentationList"),
    "documentation",
    "documentationList",
  ),
  "/documentation/details/:uuid": screen(
    () => import("../screens/documentation/DocumentationShow"),
    "documentation",
    "received",
    "retake",
    "review",
    "upload",
    "link",
    "delivery",
    "exporting",
    "configuration",
  ),
  "/delivery": screen(
    () => import("../screens/delivery/DeliveryList"),
    "delivery",
    "documentationList",
    "configuration",
  ),
  "/map": screen(
    () => import("../screens/map/DocumentationMap"),
    "map",
    "documentation",
    "documentationList",
  ),
  "/photo": screen(
    () => import("../screens/photoTimeline/PhotoTimeline"),
    "timeline",
    "documentation",
    "documentationList",
  ),
  "/documentationGroup": screen(() => import("../screens/documentationGroup/GroupList"), "group"),
  "/documentationGroup/:documentationName": screen(
    () => import("../screens/documentationGroup/GroupShow"),
    "group",
    "documentation",
  ),
  "/documentationComparison": screen(
    () => import("../screens/documentationComparison/ComparisonList"),
    "comparison",
    "group",
  ),
  "/documentationComparison/:documentationName": screen(
    () => import("../screens/documentationComparison/ComparisonShow"),
    "comparison",
    "group",
    "documentation",
    "upload",
    "delivery",
    "exporting",
    "configuration",
  ),
  "/formMonth": screen(() => import("../screens/formMonth/FormMonthList"), "formMonth", "group"),
  "/formMonth/:documentationName": screen(
    () => import("../screens/formMonth/FormMonthShow"),
    "formMonth",
    "group",
    "documentation",
  ),
  "/documentation/:uuid": screen(
    () => import("../screens/capture/Create"),
    "capture",
    "documentation",
    "review",
  ),
  "/mergeDocumentations": screen(
    () => import("../screens/mergeDocumentations/MergeDocumentations"),
    "tools",
    "documentation",
  ),
  "/template": screen(() => import("../screens/template/TemplateList"), "template", "documentation"),
  "/template/details/:uuid": screen(
    () => import("../screens/template/TemplateDetails"),
    "template",
    "documentation",
    "configuration",
  ),
  "/template/:uuid": screen(
    () => import("../screens/template/TemplateEditor"),
    "template",
    "documentation",
    "configuration",
    "layout",
  ),
  "/graphic": screen(() => import("../screens/graphic/GraphicList"), "image"),
  "/suggestionList": screen(
    () => import("../screens/suggestionList/SuggestionList"),
    "lists",
    "documentation",
  ),
  "/switchAccount": screen(() => import("../screens/switching/SwitchAccount"), "switching"),
  "/switchback": screen(() => import("../screens/switching/SwitchBack"), "switching"),
  "/expectedAnswerList": screen(() => import("../screens/expectedAnswerList/ExpectedAnswerList"), "lists"),
  "/referencePhoto": screen(() => import("../screens/referencePhoto/ReferencePhotoList"), "image"),
};
