import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import type { Random } from "../support/random.ts";
import { type CustomerKey, demoId } from "./context.ts";
import { demoSites, norrfiberSites, type Site, sydvindSites, type Worker, workers } from "./fieldwork.ts";
import {
  aterstallning,
  demoWalk,
  fiberschakt,
  kabelskap,
  mastInspection,
  stolpbyte,
  type TemplateSketch,
  turbineService,
} from "./templates.ts";

/** A planned documentation: who, where, when, which template, and its status. */
export interface Visit {
  id: string;
  customer: CustomerKey;
  template: TemplateSketch;
  site: Site;
  worker: Worker;
  /** Days before today. */
  daysAgo: number;
  status: DocumentationStatus;
  hidden: boolean;
}

/** Statuses of the newest visits; older ones are finished. */
const unfinishedStatuses: readonly DocumentationStatus[] = [
  "ONGOING",
  "COMPLETED",
  "PAUSED",
  "WAITING_FOR_FILE",
  "COMPLETED",
  "DOWNLOADED",
  "ONGOING",
  "COMPLETED",
  "PAUSED",
  "COMPLETED",
];
const finishedStatuses: readonly DocumentationStatus[] = [
  "APPROVED",
  "COMPLETED",
  "HANDLED",
  "APPROVED",
  "HANDLED",
  "COMPLETED",
  "APPROVED",
  "DELETED",
];

/** The template of each visit. Several sites have more than one, for groups and comparisons. */
const plans: readonly { sites: readonly Site[]; template: TemplateSketch; visits: readonly number[] }[] = [
  { sites: norrfiberSites.slice(0, 1), template: mastInspection, visits: [520, 338, 151, 6] },
  { sites: norrfiberSites.slice(0, 1), template: kabelskap, visits: [336, 150] },
  { sites: norrfiberSites.slice(1, 6), template: mastInspection, visits: [410, 45] },
  { sites: norrfiberSites.slice(1, 3), template: kabelskap, visits: [405] },
  { sites: norrfiberSites.slice(6, 18), template: mastInspection, visits: [230] },
  { sites: norrfiberSites.slice(7, 9), template: kabelskap, visits: [120] },
  // A diary: one form per day, for the month screen.
  { sites: norrfiberSites.slice(18, 19), template: fiberschakt, visits: [33, 31, 30, 12, 5, 3, 2, 1] },
  { sites: norrfiberSites.slice(19, 21), template: fiberschakt, visits: [200, 60] },
  { sites: norrfiberSites.slice(21, 24), template: kabelskap, visits: [90, 9] },
  { sites: norrfiberSites.slice(3, 5), template: stolpbyte, visits: [470] },
  { sites: sydvindSites, template: turbineService, visits: [160] },
  { sites: sydvindSites.slice(0, 3), template: turbineService, visits: [340, 14] },
  { sites: demoSites, template: demoWalk, visits: [70] },
  { sites: norrfiberSites.slice(19, 21), template: aterstallning, visits: [1] },
];

/** The visits of eighteen months, oldest first. */
export function planVisits(random: Random): Visit[] {
  const visits = plans.flatMap(({ sites, template, visits: days }, plan) =>
    sites.flatMap((site, index) =>
      days.map(
        (daysAgo): Visit => ({
          id: demoId("documentation", plan, site.name, daysAgo),
          customer: template.customer,
          template,
          site,
          worker: random.pick(workers),
          // Sites of one plan are not all visited on the same day.
          daysAgo: Math.max(1, daysAgo - index * 4),
          status: "COMPLETED",
          hidden: false,
        }),
      ),
    ),
  );
  visits.sort((a, b) => b.daysAgo - a.daysAgo);
  const counters = { inProgress: 0, dealtWith: 0 };
  return visits.map((visit, index) => {
    const [kind, statuses] =
      visit.daysAgo < 40
        ? (["inProgress", unfinishedStatuses] as const)
        : (["dealtWith", finishedStatuses] as const);
    const status = statusFor(visit, statuses[counters[kind]++ % statuses.length]!);
    return { ...visit, status, hidden: status !== "DELETED" && index % 17 === 5 };
  });
}

/** Only Norrfiber's products allow all statuses, and only documentations with a file to upload later can wait for one. */
function statusFor({ customer, template }: Visit, status: DocumentationStatus): DocumentationStatus {
  if (customer !== "norrfiber") return status === "ONGOING" || status === "DELETED" ? status : "COMPLETED";
  if (status === "WAITING_FOR_FILE" && template !== fiberschakt) return "COMPLETED";
  return status;
}
