import { describe, expect, inject, it } from "vitest";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import type { Destination } from "../connector.ts";
import { control, newUser } from "../testing/connectorBattery.ts";
import { expectFailure } from "../testing/sampleFiles.ts";
import { openAnswerSource, openSuggestionSource } from "./openSource.ts";
import { RamsiteSuggestionReader } from "./ramsiteSource.ts";
import { readPages, sourceBattery, textsOf } from "./testing/sourceBattery.ts";

const nameList = { type: "DOCUMENTATION_NAMES", params: {} };
const apiKey = encodeURIComponent(rightPassword);

interface Login {
  user: string;
  password?: string;
  params?: Record<string, string>;
}
const makeDestination = ({ user, password = apiKey, params = {} }: Login): Destination => ({
  params: { baseUrl: inject("servers").ramsite, listPath: `lists/${user}/sites?page={page}`, ...params },
  secrets: { apiKey: password },
  allowPrivate: true,
});
const open = (login: Login) => openSuggestionSource("RAMSITE_3GIS", makeDestination(login), nameList);

const sites = Array.from({ length: 250 }, (_, index) => ({
  name: `NF-${index} Åre`,
  position: { lat: 63 + index / 1000, lng: 13 },
  area: index % 2 === 0 ? "Norr" : "Söder",
  siteStatus: index < 100 ? "BUILD" : "PLAN",
}));

sourceBattery({
  name: "RAMSITE's list",
  fill: (user) => control.tables(user, { sites }),
  texts: sites.map(({ name }) => name),
  open,
  openReader: ({ user, timeouts }) => new RamsiteSuggestionReader(makeDestination({ user }), timeouts),
  step: "list",
  // A response that is not JSON cannot be a list: the settings are wrong.
  kinds: { 200: "config" },
});

describe("RAMSITE's list", () => {
  const fillSites = async () => {
    const user = newUser();
    await control.tables(user, { sites });
    return user;
  };
  const siteNames = sites.map(({ name }) => name);

  it.each([
    ["an offset", "lists/{user}/sites?offset={offset}&size=60", ""],
    ["a cursor", "lists/{user}/sites?cursor={cursor}&size=60", "paging.cursor"],
    ["links", "lists/{user}/sites?size=60", "paging.next"],
    ["one response", "lists/{user}/sites?size=1000", ""],
  ])("3§5 pages are read by %s", async (_, listPath, nextKey) => {
    const user = await fillSites();
    const params = { listPath, nextKey, user };
    expect(textsOf(await readPages(open({ user, params })))).toEqual(siteNames);
  });

  it("3§5 filters that are filled in narrow the list, in the path or as parameters", async () => {
    const user = await fillSites();
    const params = { area: "Norr", siteStatus: "BUILD", rolloutPhase: " " };
    const expectedNames = sites
      .filter((site) => site.area === "Norr" && site.siteStatus === "BUILD")
      .map(({ name }) => name);
    expect(textsOf(await readPages(open({ user, params })))).toEqual(expectedNames);
    const pathParams = { ...params, listPath: `lists/${user}/sites?page={page}&area={area}` };
    expect(textsOf(await readPages(open({ user, params: pathParams })))).toEqual(expectedNames);
  });

  it("3§5 names and positions are read from the keys in the settings, in degrees or RT90", async () => {
    const user = newUser();
    await control.tables(user, {
      sites: [
        { site: { title: "Ett" }, y: 1_627_548, x: "6583052" },
        { site: { title: "Två" } },
        { site: { title: "Tre" }, y: 1_627_548 },
      ],
    });
    const params = { nameKey: "site.title", latKey: "y", lngKey: "x" };
    expect(await readPages(open({ user, params }))).toMatchObject([
      {
        rows: [
          { text: "Ett", lat: 59.3489151, lng: 18.0473181 },
          { text: "Två", lat: 1000, lng: 1000 },
        ],
        omittedCount: 1,
        error: '"Tre": its lng is empty',
      },
      { rows: [] },
    ]);
  });

  it("3§5 a system that returns the same page again is not read forever", async () => {
    const user = await fillSites();
    const samePageParams = { listPath: `lists/${user}/sites?offset=0&size=10#{page}` };
    const circularLinkParams = { listPath: `lists/${user}/sites?size=10`, nextKey: "items.0.self" };
    await control.tables(user, {
      sites: [1, 2, 3].map((number) => ({ name: `Plats ${number}`, self: "sites?size=10" })),
    });
    for (const params of [samePageParams, circularLinkParams])
      expect((await expectFailure(readPages(open({ user, params })))).message).toContain("the same page");
  });

  it("3§5 the key is sent to no other host, and missing settings are named", async () => {
    const user = newUser();
    await control.tables(user, { sites: [{ name: "a", more: "https://elsewhere.example/next" }] });
    const otherHostSource = open({ user, params: { nextKey: "items.0.more" } });
    expect((await expectFailure(otherHostSource.page(null))).message).toContain("at another host");
    for (const [key, params] of [
      ["baseUrl", { baseUrl: "" }],
      ["listPath", { listPath: " " }],
    ] as const)
      expect(() => open({ user, params })).toThrow(key);
    expect(() => open({ user, password: "" })).toThrow("apiKey");
    const privateDestination = { ...makeDestination({ user }), allowPrivate: false };
    expect(() => openSuggestionSource("RAMSITE_3GIS", privateDestination, nameList)).toThrow(
      "private network",
    );
    const forbiddenSource = open({ user, params: { listPath: "../../admin" } });
    expect((await expectFailure(forbiddenSource.page(null))).message).toContain("listPath gives no path");
  });
});

describe("RAMSITE's answers", () => {
  const tags = [
    { site: "NF-1", assetTag: "A-1", status: "OK", ordered: true },
    { site: "NF-2", assetTag: ["A-2", "A-3"], status: "OK" },
    { site: "NF-3", assetTag: " ", status: "OK" },
    { site: "NF-4", status: "OK" },
    { site: "NF-5", assetTag: 'A"5"', nested: { a: 1 } },
  ];
  const readAnswers = async (params: Record<string, string>) => {
    const user = newUser();
    await control.tables(user, { tags });
    const allParams = { listPath: `lists/${user}/tags?page={page}`, answerName: "assetTag", ...params };
    return readPages(openAnswerSource("RAMSITE_3GIS", makeDestination({ user, params: allParams })));
  };

  it("3§5 the values of the answer are read, with the other fields of their rows", async () => {
    const pages = await readAnswers({});
    expect(pages.flatMap(({ rows }) => rows.map(({ text, params }) => ({ text, params })))).toEqual([
      { text: "A-1", params: { site: "NF-1", status: "OK", ordered: "true" } },
      { text: "A-2", params: { site: "NF-2", status: "OK" } },
      { text: "A-3", params: { site: "NF-2", status: "OK" } },
      { text: "A5", params: { site: "NF-5" } },
    ]);
  });

  it("3§5 only valid values are read, if some are configured", async () => {
    expect(textsOf(await readAnswers({ validValues: "A-3; A-1;B" }))).toEqual(["A-1", "A-3"]);
    await expect(readAnswers({ answerName: "" })).rejects.toThrow("answerName");
  });
});
