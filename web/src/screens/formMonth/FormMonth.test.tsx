import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { formMonthData } from "#domain/endpoints/documentation/formMonth.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId, aSession } from "#testing/fixtures.ts";
import { aDocumentationSummary, aGroup } from "#testing/groups.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { daysOf, getNextMonth, getPreviousMonth, listYearsUntil, monthOf } from "./months.ts";

const staff = () => aSession({ products: ["FORM_MONTH"] });
const [diary, otherTemplate] = [anId(), anId()];
const group = aGroup({
  name: "Etapp 7",
  latest: "2026-06-30T20:00:00Z",
  templates: [
    { id: otherTemplate, name: "Cabinet", documentations: 1, latest: "2026-03-01T08:00:00Z" },
    { id: diary, name: "Diary", documentations: 2, latest: "2026-06-30T20:00:00Z" },
  ],
});
const june = formMonthData.parse({
  total: 1,
  documentations: [
    {
      ...aDocumentationSummary({
        name: "Etapp 7",
        templateId: diary,
        templateName: "Diary",
        creator: "Moa L",
      }),
      answers: { done: "true", photos: "3", crew: "Moa;Isak", remark: '=HYPERLINK("x")' },
    },
  ],
  documentationTasks: [
    { id: "done", name: "Done", type: "CHECKBOX", path: ["Morning"] },
    { id: "photos", name: "Photos", type: "PHOTO", path: [] },
    { id: "crew", name: "Crew", type: "MULTI_CHOICE", path: [] },
    { id: "remark", name: "Remark", type: "TEXT", path: [] },
    { id: "late", name: "Later", type: "TEXT", path: [] },
  ],
});

const serve = (data = june) =>
  fakeApi({
    "GET /documentationGroup/getGroup/Etapp%207": () => group,
    "GET /formMonth/getDocumentations/Etapp%207": ({ query }) =>
      query.get("startDate") === "2026-06-01" ? data : { ...data, total: 0, documentations: [] },
    "POST /downloadTicket": () => ({ url: "/api/x?token=1", expires: "2026-05-09T09:30:00Z" }),
  });

test("2§2 months have days, and a previous and next month", () => {
  expect(daysOf("2026-02")).toEqual({ startDate: "2026-02-01", endDate: "2026-02-28" });
  expect([getPreviousMonth("2026-01"), getNextMonth("2026-12")]).toEqual(["2025-12", "2027-01"]);
  // In summer, midnight in Sweden is 22:00 UTC the day before.
  expect(monthOf("2026-05-31T22:00:00Z")).toBe("2026-06");
  expect(listYearsUntil("2024-05", "2023-11-21")).toEqual([2024, 2023, 2022, 2021]);
});

describe("2§2 a month of forms", () => {
  test("opens at the month of the newest form, and shows date, signature and a column per task", async () => {
    const api = serve();
    renderApp("/formMonth/Etapp%207", staff());
    await screen.findByRole("table", { name: "Forms in June 2026" });
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Date",
      "Signature",
      "MorningDone",
      "Photos",
      "Crew",
      "Remark",
      "Later",
    ]);
    expect(screen.getAllByRole("cell").map(({ textContent }) => textContent?.trim())).toEqual([
      "Moa L",
      "Yes",
      "3",
      "Moa, Isak",
      '=HYPERLINK("x")',
      "–",
    ]);
    expect(Object.fromEntries(api.to("GET /formMonth/getDocumentations/Etapp%207")[0]!.query)).toEqual({
      customerId: "7",
      template: diary,
      startDate: "2026-06-01",
      endDate: "2026-06-30",
    });
    expect(await axeFaults()).toEqual([]);
  });

  test("steps through months and years, is kept in the URL, and links from an empty month to the latest", async () => {
    serve();
    const { address } = renderApp("/formMonth/Etapp%207", staff());
    await screen.findByRole("table");
    await userEvent.click(screen.getByRole("button", { name: "Previous month" }));
    expect(await screen.findByText("No forms in May 2026")).toBeTruthy();
    expect(address()).toContain("month=2026-05");
    await userEvent.selectOptions(screen.getByLabelText("Year"), "2025");
    await userEvent.selectOptions(screen.getByLabelText("Month"), "December");
    expect(await screen.findByText("No forms in December 2025")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Next month" }));
    expect(await screen.findByText("No forms in January 2026")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Go to June 2026" }));
    expect(await screen.findByRole("table")).toBeTruthy();
  });

  test("2§7 downloads the month as Excel, and warns if it has more forms than the table shows", async () => {
    const api = serve({ ...june, total: 1200 });
    renderApp("/formMonth/Etapp%207", staff());
    expect(await screen.findByText(/first 1 of 1200 forms/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Download Excel" }));
    await waitFor(() =>
      expect(api.to("POST /downloadTicket")[0]?.body).toEqual({
        path: `/api/formMonth/exportExcelFile/Etapp%207?customerId=7&template=${diary}&startDate=2026-06-01&endDate=2026-06-30&language=en`,
      }),
    );
  });
});
