import { describe, expect, test } from "vitest";
import { parseTableState, serializeTableState } from "./tableState.ts";

const defaults = { sortable: ["name", "dateCreated"], sort: "dateCreated", order: "desc" as const };
const parse = (query: string) => parseTableState(new URLSearchParams(query), defaults);

describe("1§2 page, sizePerPage, sort, order and q in the URL", () => {
  test("are read from it", () => {
    expect(parse("page=3&sizePerPage=50&sort=name&order=asc&q=mast")).toEqual({
      page: 3,
      sizePerPage: 50,
      sort: "name",
      order: "asc",
      q: "mast",
    });
  });

  test("1§9 default to the first page of 25 rows in the default order", () => {
    expect(parse("")).toEqual({ page: 1, sizePerPage: 25, sort: "dateCreated", order: "desc", q: "" });
  });

  test.each([
    "page=0",
    "page=-1",
    "page=1.5",
    "page=x",
    "page=99999999999",
    "sizePerPage=0",
    "sizePerPage=abc",
    "sort=password",
    "order=sideways",
    "sort=&order=",
  ])("are ignored when invalid: %s", (address) => {
    expect(parse(address)).toEqual(parse(""));
  });

  test("a page is never larger than the maximum of a call", () => {
    expect(parse("sizePerPage=1000000").sizePerPage).toBe(200);
  });

  test("are written without defaults, and leave other parameters alone", () => {
    const serialize = (query: string, change: object) =>
      serializeTableState(new URLSearchParams(query), { ...parse(query), ...change }, defaults).toString();
    expect(serialize("photo=1", { page: 2 })).toBe("photo=1&page=2");
    expect(serialize("page=2&q=mast", { page: 1, q: "" })).toBe("");
    expect(serialize("", { sort: "name", order: "asc" })).toBe("sort=name&order=asc");
    expect(serialize("sort=name&order=asc", { sort: "dateCreated", order: "desc" })).toBe("");
  });
});
