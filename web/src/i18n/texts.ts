import type access from "./locales/en/access.ts";
import type activity from "./locales/en/activity.ts";
import type alias from "./locales/en/alias.ts";
import type assignment from "./locales/en/assignment.ts";
import type audit from "./locales/en/audit.ts";
import type capture from "./locales/en/capture.ts";
import type common from "./locales/en/common.ts";
import type comparison from "./locales/en/comparison.ts";
import type configuration from "./locales/en/configuration.ts";
import type customer from "./locales/en/customer.ts";
import type delivered from "./locales/en/delivered.ts";
import type delivery from "./locales/en/delivery.ts";
import type demo from "./locales/en/demo.ts";
import type device from "./locales/en/device.ts";
import type documentation from "./locales/en/documentation.ts";
import type documentationList from "./locales/en/documentationList.ts";
import type exportDocument from "./locales/en/exportDocument.ts";
import type exporting from "./locales/en/exporting.ts";
import type finder from "./locales/en/finder.ts";
import type formMonth from "./locales/en/formMonth.ts";
import type group from "./locales/en/group.ts";
import type help from "./locales/en/help.ts";
import type image from "./locales/en/image.ts";
import type imports from "./locales/en/imports.ts";
import type layout from "./locales/en/layout.ts";
import type license from "./locales/en/license.ts";
import type link from "./locales/en/link.ts";
import type lists from "./locales/en/lists.ts";
import type live from "./locales/en/live.ts";
import type log from "./locales/en/log.ts";
import type map from "./locales/en/map.ts";
import type notice from "./locales/en/notice.ts";
import type overview from "./locales/en/overview.ts";
import type pairImport from "./locales/en/pairImport.ts";
import type profile from "./locales/en/profile.ts";
import type progress from "./locales/en/progress.ts";
import type received from "./locales/en/received.ts";
import type retake from "./locales/en/retake.ts";
import type review from "./locales/en/review.ts";
import type scheduler from "./locales/en/scheduler.ts";
import type session from "./locales/en/session.ts";
import type statistics from "./locales/en/statistics.ts";
import type switching from "./locales/en/switching.ts";
import type tempFile from "./locales/en/tempFile.ts";
import type template from "./locales/en/template.ts";
import type thread from "./locales/en/thread.ts";
import type timeline from "./locales/en/timeline.ts";
import type tools from "./locales/en/tools.ts";
import type tour from "./locales/en/tour.ts";
import type undo from "./locales/en/undo.ts";
import type upload from "./locales/en/upload.ts";
import type user from "./locales/en/user.ts";

/** All texts by area, in English; Swedish must have the same keys, which the compiler and a test check. */
export interface Texts {
  access: typeof access;
  activity: typeof activity;
  alias: typeof alias;
  assignment: typeof assignment;
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
  finder: typeof finder;
  formMonth: typeof formMonth;
  group: typeof group;
  help: typeof help;
  image: typeof image;
  imports: typeof imports;
  layout: typeof layout;
  license: typeof license;
  link: typeof link;
  lists: typeof lists;
  live: typeof live;
  log: typeof log;
  map: typeof map;
  notice: typeof notice;
  overview: typeof overview;
  pairImport: typeof pairImport;
  profile: typeof profile;
  progress: typeof progress;
  received: typeof received;
  retake: typeof retake;
  review: typeof review;
  scheduler: typeof scheduler;
  session: typeof session;
  statistics: typeof statistics;
  switching: typeof switching;
  tempFile: typeof tempFile;
  template: typeof template;
  thread: typeof thread;
  timeline: typeof timeline;
  tools: typeof tools;
  tour: typeof tour;
  undo: typeof undo;
  upload: typeof upload;
  user: typeof user;
}

export type Area = keyof Texts;

export const areas = [
  "access",
  "activity",
  "alias",
  "assignment",
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
  "finder",
  "formMonth",
  "group",
  "help",
  "image",
  "imports",
  "layout",
  "license",
  "link",
  "lists",
  "live",
  "log",
  "map",
  "notice",
  "overview",
  "pairImport",
  "profile",
  "progress",
  "received",
  "retake",
  "review",
  "scheduler",
  "session",
  "statistics",
  "switching",
  "tempFile",
  "template",
  "thread",
  "timeline",
  "tools",
  "tour",
  "undo",
  "upload",
  "user",
] as const satisfies readonly Area[];

/** The same keys with the texts of another language. */
export type Translated<T> = { [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };
