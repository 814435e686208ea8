import { terms } from "./real/fieldTexts.ts";
import { type Customer, templateId } from "./real/ids.ts";
import { idOf, siteOf } from "./real/realDocumentations.ts";

/** A query on real rows, with its warm time limit in milliseconds. */
export interface Probe {
  name: string;
  targetMs: number;
  /** Runs as a super admin; otherwise as a user of the customer. */
  admin?: boolean;
  /** The concurrent calls of a screen: paths, or a path with a body to POST. */
  calls: (customer: Customer) => (string | [path: string, body: object])[];
}

/*
 * Targets, derived from the best peers (measured on the same machine, on 1 000 000 rows): Directus on PostgreSQL returns a page
 * in 9 ms, with filter and total in 82 ms, a search in 1150 ms and with its total in 1780 ms. The page target adds the local
 * runtime's overhead for any call; the search target is a tenth of Directus's.
 */
const [pageTargetMs, filterTargetMs, searchTargetMs, searchTotalTargetMs] = [25, 82, 115, 178];

const listPath = (query = "") => `/api/documentations?max=25${query}`;
const countPath = (query = "") => `/api/documentation/count?showHidden=false${query}`;
const probe = (name: string, targetMs: number, calls: Probe["calls"]): Probe => ({ name, targetMs, calls });
const encode = (text: string) => encodeURIComponent(text);

/** A page and its total. */
const pageAndTotal = (name: string, query: (customer: Customer) => string): Probe[] => [
  probe(`${name}: page`, filterTargetMs, (customer) => [listPath(query(customer))]),
  probe(`${name}: total`, filterTargetMs, (customer) => [
    countPath(query(customer).replace(/&(sort|order)=[^&]*/g, "")),
  ]),
];

const searchProbes = (name: string, term: string): Probe[] => [
  probe(`search, ${name}: page`, searchTargetMs, () => [listPath(`&query=${encode(term)}`)]),
  probe(`search, ${name}: total`, searchTotalTargetMs, () => [countPath(`&query=${encode(term)}`)]),
];

/** A documentation from the middle. */
const middleIdOf = ({ id, rowCount }: Customer) => idOf(id, Math.floor(rowCount / 2) + 1);
const siteNameOf = ({ id, rowCount }: Customer) => encode(siteOf(id, rowCount, 0).name);

const listProbes: Probe[] = [
  ...["dateCreated", "dateUploaded", "name", "creator", "status", "templateId"].map((sort) =>
    probe(`list by ${sort}`, pageTargetMs, () => [listPath(`&sort=${sort}`)]),
  ),
  probe("list by name, offset 1000", pageTargetMs, () => [listPath("&sort=name&order=asc&offset=1000")]),
  probe("total", pageTargetMs, () => [countPath()]),
];

const filterProbes: Probe[] = [
  ...pageAndTotal("one status", () => "&statusFilter=COMPLETED"),
  ...pageAndTotal(
    "a status and a month",
    () => "&statusFilter=HANDLED&createdDateRange=2023-03-01;2023-03-31",
  ),
  ...pageAndTotal("one creator", () => `&creatorFilter=${encode("Åsa Öberg")}`),
  ...pageAndTotal(
    "two templates and a status, by name",
    ({ id }) =>
      `&templateFilter=${templateId(id, 3)};${templateId(id, 7)}&statusFilter=APPROVED&sort=name&order=asc`,
  ),
  ...pageAndTotal("exported, by creator", () => "&exportedFilter=true&sort=creator&order=asc"),
  ...pageAndTotal(
    "a rare combination",
    () => `&creatorFilter=${encode("Viktor Ahl")}&statusFilter=PAUSED&createdDateRange=2022-05-01;2022-05-31`,
  ),
  ...pageAndTotal("refused uploads", () => "&attentionFilter=OVERDUE_UPLOADS"),
  ...pageAndTotal("assigned to the user", ({ id }) => `&assigneeFilter=${id}`),
  ...pageAndTotal("assigned to nobody, with a status", () => "&assigneeFilter=NOBODY&statusFilter=COMPLETED"),
];

const searchProbeList: Probe[] = [
  ...searchProbes("a unique comment", terms.rare),
  ...searchProbes("a town in names", terms.name),
  ...searchProbes("an answer of 1 in 8", terms.answer),
  ...searchProbes("a comment of 1 in 7", terms.comment),
  ...searchProbes("a term in all", terms.universal),
  ...searchProbes("nothing", "finnsinte"),
  probe("search, an answer, with a status, by name: page", searchTargetMs, () => [
    listPath(`&query=${terms.answer}&statusFilter=HANDLED&sort=name`),
  ]),
  probe("search, an answer, with a status: total", searchTotalTargetMs, () => [
    countPath(`&query=${terms.answer}&statusFilter=HANDLED`),
  ]),
  probe("search, a name prefix: page", searchTargetMs, () => [listPath("&query=Q7")]),
];

const screenProbes: Probe[] = [
  probe("details with tasks, photos, files and events", 100, (customer) => {
    const id = middleIdOf(customer);
    return [
      `/api/documentations/${id}`,
      `/api/documentationTasks?documentationId=${id}`,
      `/api/photos?documentationId=${id}`,
      `/api/files?documentationId=${id}`,
      `/api/documentationEvent/findAllByDocumentationId/${id}`,
    ];
  }),
  probe("first photos of a page", pageTargetMs, ({ id }) => [
    `/api/documentation/firstPhotos?ids=${Array.from({ length: 25 }, (_, index) => idOf(id, index)).join(";")}`,
  ]),
  probe("review queue: neighbours and position", filterTargetMs, (customer) => [
    `/api/documentation/reviewQueue?statusFilter=COMPLETED&at=${middleIdOf(customer)}`,
  ]),
  probe("overview", 200, () => ["/api/overview"]),
  probe("filter options: creators and templates", pageTargetMs, () => [
    "/api/documentation/getCreators",
    "/api/documentation/getTemplates",
  ]),
  // One panel is open at a time.
  ...Object.entries({
    statuses: "filter=statusFilter",
    creators: "filter=creatorFilter",
    "templates, with a status and not exported":
      "filter=templateFilter&statusFilter=COMPLETED&exportedFilter=false",
    attention: "filter=attentionFilter",
  }).map(([choices, query]) =>
    probe(`filter counts: ${choices}`, filterTargetMs, () => [`/api/documentation/filterCounts?${query}`]),
  ),
  probe("map of Sweden", 200, () => [
    "/api/documentation/mapClusters?zoom=5&south=55&north=69&west=11&east=24",
  ]),
  probe("map of a town", 200, () => [
    "/api/documentation/mapClusters?zoom=11&south=55.4&north=55.8&west=12.8&east=13.3",
  ]),
  probe("map of Sweden, one status", 200, () => [
    "/api/documentation/mapClusters?zoom=5&south=55&north=69&west=11&east=24&statusFilter=HANDLED",
  ]),
  probe("groups by latest", pageTargetMs, () => ["/api/documentationGroups?sort=latest&order=desc"]),
  probe("groups by name", pageTargetMs, () => ["/api/documentationGroups?sort=name"]),
  probe("groups, search: page and total", searchTargetMs, () => [
    `/api/documentationGroups?query=${encode(terms.name)}`,
    `/api/documentationGroup/count?query=${encode(terms.name)}`,
  ]),
  probe("a group", pageTargetMs, (customer) => [`/api/documentationGroup/getGroup/${siteNameOf(customer)}`]),
  probe("activity", filterTargetMs, () => ["/api/activity"]),
  probe("activity of a person", filterTargetMs, () => [`/api/activity?person=${encode("Åsa Öberg")}`]),
  probe("activity of a person without any", filterTargetMs, () => ["/api/activity?person=nobody"]),
  probe("activity of a kind without any", filterTargetMs, () => ["/api/activity?kind=CHANGE"]),
  probe("activity of a documentation", pageTargetMs, (customer) => [
    `/api/activity?documentationId=${middleIdOf(customer)}`,
  ]),
  probe("changes by others", pageTargetMs, () => ["/api/documentation/liveChanges"]),
  probe("progress of a year", 1000, () => ["/api/progress?weeks=52"]),
  probe("photo timeline, first spans", 200, () => ["/api/photo/timelineSpans"]),
];

const adminProbes: Probe[] = (
  [
    probe("all customers: list by dateCreated", pageTargetMs, () => [listPath()]),
    probe("all customers: list by name", pageTargetMs, () => [listPath("&sort=name")]),
    probe("all customers: search, a town in names: page", searchTargetMs, () => [
      listPath(`&query=${encode(terms.name)}`),
    ]),
    probe("all customers: search, a term in all: total", searchTotalTargetMs, () => [
      countPath(`&query=${encode(terms.universal)}`),
    ]),
    probe("statistics of a customer", 200, ({ id }) => [
      `/api/customerStatistics/findAllDocumentationsByCustomerId/${id}`,
      `/api/customerStatistics/findAllPhotosByCustomerId/${id}`,
      `/api/customerStatistics/findAllTemplatesByCustomerId/${id}`,
    ]),
    probe("customers with their totals", 50, () => ["/api/customers?details=true"]),
    probe("audit log: newest", pageTargetMs, () => [["/api/domainChangeLog/index", { max: 25 }]]),
    probe("audit log: a class", pageTargetMs, () => [
      ["/api/domainChangeLog/index", { max: 25, filters: { objectClasses: ["siteproof.Documentation"] } }],
    ]),
    // Searches all texts: other entries may reference the object.
    probe("audit log: one object and references to it", searchTargetMs, (customer) => [
      ["/api/domainChangeLog/index", { max: 25, q: middleIdOf(customer) }],
    ]),
    probe("audit log: a day", pageTargetMs, () => [
      [
        "/api/domainChangeLog/index",
        { max: 25, filters: { dateRange: { startDate: "2025-12-10", endDate: "2025-12-10" } } },
      ],
    ]),
    probe("audit log: total", filterTargetMs, () => [["/api/domainChangeLog/count", {}]]),
  ] satisfies Probe[]
).map((probe) => ({ ...probe, admin: true }));

export const probes: readonly Probe[] = [
  ...listProbes,
  ...filterProbes,
  ...searchProbeList,
  ...screenProbes,
  ...adminProbes,
];
