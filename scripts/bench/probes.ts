import { type Customer, templateId } from "./real/ids.ts";
import { idOf, siteOf } from "./real/realDocumentations.ts";
import { terms } from "./real/words.ts";

/** What is asked of real rows, and the milliseconds that it may take warm. */
export interface Probe {
  name: string;
  target: number;
  /** Of a super admin; else of a user of the customer. */
  admin?: boolean;
  /** What a screen asks for at once: paths, or a body to POST with one. */
  calls: (customer: Customer) => (string | [path: string, body: object])[];
}

/*
 * Targets, of the best peers (measured on the same machine, on 1 000 000 rows): Directus on PostgreSQL answers a page in 9 ms, with filter
 * and total in 82 ms, a search in 1150 ms and with its total in 1780 ms. A page is given what the local runtime takes for any answer on
 * top; a search a tenth of theirs.
 */
const [page, filter, search, found] = [25, 82, 115, 178];

const list = (query = "") => `/api/documentations?max=25${query}`;
const count = (query = "") => `/api/documentation/count?showHidden=false${query}`;
const one = (name: string, target: number, calls: Probe["calls"]): Probe => ({ name, target, calls });
const asked = (text: string) => encodeURIComponent(text);

/** A page and a total. */
const both = (name: string, query: (customer: Customer) => string): Probe[] => [
  one(`${name}: page`, filter, (customer) => [list(query(customer))]),
  one(`${name}: total`, filter, (customer) => [count(query(customer).replace(/&(sort|order)=[^&]*/g, ""))]),
];

const searching = (name: string, term: string): Probe[] => [
  one(`search, ${name}: page`, search, () => [list(`&query=${asked(term)}`)]),
  one(`search, ${name}: total`, found, () => [count(`&query=${asked(term)}`)]),
];

/** A documentation out of the middle. */
const middle = ({ id, documentations }: Customer) => idOf(id, Math.floor(documentations / 2) + 1);
const site = ({ id, documentations }: Customer) => asked(siteOf(id, documentations, 0).name);

const lists: Probe[] = [
  ...["dateCreated", "dateUploaded", "name", "creator", "status", "templateId"].map((sort) =>
    one(`list by ${sort}`, page, () => [list(`&sort=${sort}`)]),
  ),
  one("list by name, from row 1000 on", page, () => [list("&sort=name&order=asc&offset=1000")]),
  one("total", page, () => [count()]),
];

const filters: Probe[] = [
  ...both("one status", () => "&statusFilter=COMPLETED"),
  ...both("a status and a month", () => "&statusFilter=HANDLED&createdDateRange=2023-03-01;2023-03-31"),
  ...both("one creator", () => `&creatorFilter=${asked("Åsa Öberg")}`),
  ...both(
    "two templates and a status, by name",
    ({ id }) =>
      `&templateFilter=${templateId(id, 3)};${templateId(id, 7)}&statusFilter=APPROVED&sort=name&order=asc`,
  ),
  ...both("exported, by creator", () => "&exportedFilter=true&sort=creator&order=asc"),
  ...both(
    "what seldom goes together",
    () => `&creatorFilter=${asked("Viktor Ahl")}&statusFilter=PAUSED&createdDateRange=2022-05-01;2022-05-31`,
  ),
  ...both("refused uploads", () => "&attentionFilter=OVERDUE_UPLOADS"),
];

const searches: Probe[] = [
  ...searching("a comment that only one has", terms.rare),
  ...searching("a town in names", terms.name),
  ...searching("an answer of every eighth", terms.answer),
  ...searching("a comment of one in seven", terms.comment),
  ...searching("what all have", terms.universal),
  ...searching("nothing", "finnsinte"),
  one("search, an answer, with a status, by name: page", search, () => [
    list(`&query=${terms.answer}&statusFilter=HANDLED&sort=name`),
  ]),
  one("search, an answer, with a status: total", found, () => [
    count(`&query=${terms.answer}&statusFilter=HANDLED`),
  ]),
  one("search, the beginning of a name: page", search, () => [list("&query=Q7")]),
];

const others: Probe[] = [
  one("details with tasks, photos, files and events", 100, (customer) => {
    const id = middle(customer);
    return [
      `/api/documentations/${id}`,
      `/api/documentationTasks?documentationId=${id}`,
      `/api/photos?documentationId=${id}`,
      `/api/files?documentationId=${id}`,
      `/api/documentationEvent/findAllByDocumentationId/${id}`,
    ];
  }),
  one("first photos of a page", page, ({ id }) => [
    `/api/documentation/firstPhotos?ids=${Array.from({ length: 25 }, (_, index) => idOf(id, index)).join(";")}`,
  ]),
  one("review queue: neighbours and place", filter, (customer) => [
    `/api/documentation/reviewQueue?statusFilter=COMPLETED&at=${middle(customer)}`,
  ]),
  one("overview", 200, () => ["/api/overview"]),
  one("creators and templates to filter by", page, () => [
    "/api/documentation/getCreators",
    "/api/documentation/getTemplates",
  ]),
  // One panel is open at a time.
  ...Object.entries({
    statuses: "of=statusFilter",
    creators: "of=creatorFilter",
    "templates, with a status and not exported":
      "of=templateFilter&statusFilter=COMPLETED&exportedFilter=false",
    matters: "of=attentionFilter",
  }).map(([choices, asked]) =>
    one(`counts beside the choices: ${choices}`, filter, () => [`/api/documentation/filterCounts?${asked}`]),
  ),
  one("map of Sweden", 200, () => [
    "/api/documentation/mapClusters?zoom=5&south=55&north=69&west=11&east=24",
  ]),
  one("map of a town", 200, () => [
    "/api/documentation/mapClusters?zoom=11&south=55.4&north=55.8&west=12.8&east=13.3",
  ]),
  one("map of Sweden, one status", 200, () => [
    "/api/documentation/mapClusters?zoom=5&south=55&north=69&west=11&east=24&statusFilter=HANDLED",
  ]),
  one("groups by latest", page, () => ["/api/documentationGroups?sort=latest&order=desc"]),
  one("groups by name", page, () => ["/api/documentationGroups?sort=name"]),
  one("groups, search: page and total", search, () => [
    `/api/documentationGroups?query=${asked(terms.name)}`,
    `/api/documentationGroup/count?query=${asked(terms.name)}`,
  ]),
  one("a group", page, (customer) => [`/api/documentationGroup/getGroup/${site(customer)}`]),
  one("photo timeline, first spans", 200, () => ["/api/photo/timelineSpans"]),
];

const admins: Probe[] = (
  [
    one("all customers: list by dateCreated", page, () => [list()]),
    one("all customers: list by name", page, () => [list("&sort=name")]),
    one("all customers: search, a town in names: page", search, () => [list(`&query=${asked(terms.name)}`)]),
    one("all customers: search, what all have: total", found, () => [
      count(`&query=${asked(terms.universal)}`),
    ]),
    one("statistics of a customer", 200, ({ id }) => [
      `/api/customerStatistics/findAllDocumentationsByCustomerId/${id}`,
      `/api/customerStatistics/findAllPhotosByCustomerId/${id}`,
      `/api/customerStatistics/findAllTemplatesByCustomerId/${id}`,
    ]),
    one("customers with their totals", 50, () => ["/api/customers?details=true"]),
    one("audit log: newest", page, () => [["/api/domainChangeLog/index", { max: 25 }]]),
    one("audit log: a class", page, () => [
      ["/api/domainChangeLog/index", { max: 25, filters: { objectClasses: ["siteproof.Documentation"] } }],
    ]),
    // A search through all texts: other lines may name the object.
    one("audit log: one object, and what names it", search, (customer) => [
      ["/api/domainChangeLog/index", { max: 25, q: middle(customer) }],
    ]),
    one("audit log: a day", page, () => [
      [
        "/api/domainChangeLog/index",
        { max: 25, filters: { dateRange: { startDate: "2025-12-10", endDate: "2025-12-10" } } },
      ],
    ]),
    one("audit log: total", filter, () => [["/api/domainChangeLog/count", {}]]),
  ] satisfies Probe[]
).map((probe) => ({ ...probe, admin: true }));

export const probes: readonly Probe[] = [...lists, ...filters, ...searches, ...others, ...admins];
