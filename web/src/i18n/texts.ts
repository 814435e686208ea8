import type access from "./locales/en/access";
import type alias from "./locales/en/alias";
import type audit from "./locales/en/audit";
import type capture from "./locales/en/capture";
import type common from "./locales/en/common";
import type comparison from "./locales/en/comparison";
import type configuration from "./locales/en/configuration";
import type customer from "./locales/en/customer";
import type delivered from "./locales/en/delivered";
import type delivery from "./locales/en/delivery";
import type demo from "./locales/en/demo";
import type device from "./locales/en/device";
import type documentation from "./locales/en/documentation";
import type documentationList from "./locales/en/documentationList";
import type exportDocument from "./locales/en/exportDocument";
import type exporting from "./locales/en/exporting";
import type formMonth from "./locales/en/formMonth";
import type group from "./locales/en/group";
import type image from "./locales/en/image";
import type imports from "./locales/en/imports";
import type layout from "./locales/en/layout";
import type license from "./locales/en/license";
import type link from "./locales/en/link";
import type lists from "./locales/en/lists";
import type log from "./locales/en/log";
import type map from "./locales/en/map";
import type overview from "./locales/en/overview";
import type pairImport from "./locales/en/pairImport";
import type profile from "./locales/en/profile";
import type received from "./locales/en/received";
import type retake from "./locales/en/retake";
import type review from "./locales/en/review";
import type scheduler from "./locales/en/scheduler";
import type session from "./locales/en/session";
import type statistics from "./locales/en/statistics";
import type switching from "./locales/en/switching";
import type tempFile from "./locales/en/tempFile";
import type template from "./locales/en/template";
import type timeline from "./locales/en/timeline";
import type tools from "./locales/en/tools";
import type upload from "./locales/en/upload";
import type user from "./locales/en/user";

/** All texts by area, in English; Swedish must have the same keys, which the compiler and a test check. */
export interface Texts {
  access: typeof access;
  alias: typeof alias;
  audit: typeof audit;
  capture: typeof capture;
  common: typeof common;
  comparison: typeof comparison;
  configuration: typeof configuration;
  customer: typeof customer;
  delivered: typeof delivered;
  delivery: typeof delivery;
  demo: typeof demo;
  device: typeof device;
  documentation: typeof documentation;
  documentationList: typeof documentationList;
  exportDocument: typeof exportDocument;
  exporting: typeof exporting;
  formMonth: typeof formMonth;
  group: typeof group;
  image: typeof image;
  imports: typeof imports;
  layout: typeof layout;
  license: typeof license;
  link: typeof link;
  lists: typeof lists;
  log: typeof log;
  map: typeof map;
  overview: typeof overview;
  pairImport: typeof pairImport;
  profile: typeof profile;
  received: typeof received;
  retake: typeof retake;
  review: typeof review;
  scheduler: typeof scheduler;
  session: typeof session;
  statistics: typeof statistics;
  switching: typeof switching;
  tempFile: typeof tempFile;
  template: typeof template;
  timeline: typeof timeline;
  tools: typeof tools;
  upload: typeof upload;
  user: typeof user;
}

export type Area = keyof Texts;

export const areas = [
  "access",
  "alias",
  "audit",
  "capture",
  "common",
  "comparison",
  "configuration",
  "customer",
  "delivered",
  "delivery",
  "demo",
  "device",
  "documentation",
  "documentationList",
  "exportDocument",
  "exporting",
  "formMonth",
  "group",
  "image",
  "imports",
  "layout",
  "license",
  "link",
  "lists",
  "log",
  "map",
  "overview",
  "pairImport",
  "profile",
  "received",
  "retake",
  "review",
  "scheduler",
  "session",
  "statistics",
  "switching",
  "tempFile",
  "template",
  "timeline",
  "tools",
  "upload",
  "user",
] as const satisfies readonly Area[];

/** The same keys with the texts of another language. */
export type Translated<T> = { [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };
