import { describe, expect, it } from "vitest";
import { documentationStatuses, grantableStatuses } from "#domain/core/documentationTypes.ts";
import { findStatusDenialReason, isExportBlocked, isReadOnlyForStaff, listStatusChoices } from "./status.ts";

describe("statuses set manually", () => {
  const makeStaffFacts = (enabled: readonly (typeof grantableStatuses)[number][]) => ({
    enabled,
    superAdmin: false,
  });

  it("2§4 COMPLETED can become HANDLED, APPROVED or PAUSED; HANDLED and APPROVED only PAUSED; other statuses cannot change", () => {
    const choicesByStatus = Object.fromEntries(
      documentationStatuses.map((status) => [
        status,
        listStatusChoices({ status, ...makeStaffFacts(grantableStatuses) }),
      ]),
    );
    expect(choicesByStatus).toEqual({
      ONGOING: [],
      PAUSED: [],
      DOWNLOADED: [],
      COMPLETED: ["HANDLED", "APPROVED", "PAUSED"],
      HANDLED: ["PAUSED"],
      APPROVED: ["PAUSED"],
      WAITING_FOR_FILE: [],
      DELETED: [],
    });
  });

  it("2§4 a status must be enabled for the customer, unless the user is super admin", () => {
    expect(listStatusChoices({ status: "COMPLETED", ...makeStaffFacts(["APPROVED"]) })).toEqual(["APPROVED"]);
    expect(findStatusDenialReason({ status: "COMPLETED", ...makeStaffFacts(["APPROVED"]) }, "HANDLED")).toBe(
      "ruleBroken",
    );
    expect(
      findStatusDenialReason({ status: "COMPLETED", enabled: [], superAdmin: true }, "HANDLED"),
    ).toBeNull();
    expect(findStatusDenialReason({ status: "ONGOING", enabled: [], superAdmin: true }, "APPROVED")).toBe(
      "ruleBroken",
    );
  });

  it("2§4 exports are refused while PAUSED or DOWNLOADED, changes once DELETED", () => {
    expect(documentationStatuses.filter(isExportBlocked)).toEqual(["PAUSED", "DOWNLOADED"]);
    expect(documentationStatuses.filter(isReadOnlyForStaff)).toEqual(["DELETED"]);
  });
});
