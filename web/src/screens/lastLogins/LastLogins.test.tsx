import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { getLastAuthenticationSuccessEvent } from "#domain/endpoints/operations/auditLog.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp, renderPart } from "#testing/renderApp.tsx";
import { formatTimeDifference, TimeDifference } from "./TimeDifference.tsx";

const nowMs = Date.parse("2026-05-04T12:00:00Z");
const ago = (seconds: number) => new Date(nowMs - seconds * 1000).toISOString();
const route = "GET /authenticationSuccessEvent/getLastAuthenticationSuccessEvent";
const response = getLastAuthenticationSuccessEvent.response!.parse({
  items: [
    {
      userId: 3,
      username: "anna",
      customerId: 7,
      customerName: "Norrfiber",
      remoteAddr: "192.0.2.1",
      date: ago(0),
    },
    {
      userId: 4,
      username: "erik",
      customerId: 8,
      customerName: "Sydvind",
      remoteAddr: null,
      date: ago(86_400),
    },
  ],
  total: 2,
});

describe("1§2 last logins", () => {
  test("are for super admins only", async () => {
    fakeApi({ [route]: () => response });
    const { address } = renderApp("/lastAuthenticationSuccessEvent", aSession());
    await waitFor(() => expect(address()).toBe("/forbidden"));
  });

  test("have their columns, newest first, and can be searched", async () => {
    const api = fakeApi({ [route]: () => response });
    renderApp("/lastAuthenticationSuccessEvent?q=192", aSuperAdmin());
    expect(await screen.findByText("Showing rows 1 to 2 of 2")).toBeTruthy();
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Username",
      "Customer",
      "IP address",
      "Last used",
      "Time difference",
    ]);
    expect(Object.fromEntries(api.to(route)[0]!.query)).toEqual({
      q: "192",
      max: "25",
      offset: "0",
      sort: "date",
      order: "desc",
    });
    expect(screen.getByRole("row", { name: /^erik Sydvind –/ })).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });

  test.each([
    [59, null, null],
    [61, "1 minute ago", "för 1 minut sedan"],
    [3 * 3600 + 1800, "3 hours ago", "för 3 timmar sedan"],
    [26 * 3600, "1 day ago", "för 1 dag sedan"],
    [45 * 86_400, "1 month ago", "för 1 månad sedan"],
    [800 * 86_400, "2 years ago", "för 2 år sedan"],
    // The clocks of device and service may differ.
    [-120, "in 2 minutes", "om 2 minuter"],
  ])("%d seconds are %j, and in Swedish %j", (seconds, english, swedish) => {
    expect(formatTimeDifference(ago(seconds), nowMs, "en-GB")).toBe(english);
    expect(formatTimeDifference(ago(seconds), nowMs, "sv-SE")).toBe(swedish);
  });

  test("the difference is updated every minute", () => {
    vi.useFakeTimers({ now: nowMs });
    renderPart(<TimeDifference value={ago(20)} />);
    expect(screen.getByText("just now")).toBeTruthy();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByText("1 minute ago")).toBeTruthy();
    act(() => void vi.advanceTimersByTime(120_000));
    expect(screen.getByText("3 minutes ago")).toBeTruthy();
  });
});
