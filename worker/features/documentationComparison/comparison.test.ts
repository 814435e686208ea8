import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import {
  documentationTask,
  exportConfiguration,
  templateExportConfiguration,
} from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeTemplate,
} from "#worker/testing/factories.ts";
import { makeVisit, makeVisitPhoto } from "#worker/testing/visits.ts";

const makeReader = async (roles: NonNullable<Parameters<typeof makeCaller>[0]>["roles"] = []) =>
  makeCaller({
    customerId: (await makeCustomer(["DOCUMENTATION_COMPARISON", "DOCUMENTATION_GROUP"])).id,
    roles: ["ROLE_DOCUMENTATION_READ", ...(roles ?? [])],
  });
const select = (as: Caller, photos: string[]) =>
  call("POST", "/documentationComparison/selectPhotos", { as, body: { photos } });
const readErrorCode = async (response: Response) =>
  (await jsonOf<{ error: { code: string } }>(response)).error.code;

async function makeVisits(as: Caller) {
  const template = await makeTemplate(as.customerId, { name: "Mast" });
  const makeDayVisit = (day: string, photos: number, missing = 0) =>
    makeVisit(as.customerId, {
      ...{ template, name: "Åre", photos, missing, dateCreated: `2026-05-${day}T08:00:00Z` },
    });
  return { beforeVisit: await makeDayVisit("01", 2), afterVisit: await makeDayVisit("09", 1, 1) };
}

describe("a download of selected photos", () => {
  it("2§2 contains the photos task by task, with before and after next to each other, and lists what is missing", async () => {
    const as = await makeReader();
    const { beforeVisit, afterVisit } = await makeVisits(as);
    const photoIds = [afterVisit.photos[0]!, beforeVisit.photos[1]!, afterVisit.photos[1]!];
    const { selection } = await jsonOf<{ selection: string }>(select(as, photoIds));
    const zipResponse = await call("GET", `/documentationComparison/downloadZipFile?selection=${selection}`, {
      as,
    });
    expect(zipResponse.status).toBe(200);
    const entries = unzipSync(new Uint8Array(await zipResponse.arrayBuffer()));
    expect(Object.keys(entries).filter((name) => name.endsWith(".jpg"))).toEqual([
      "Åre/Overview/2026-05-01 Mast/Overview_02.jpg",
      "Åre/Overview/2026-05-09 Mast/Overview_01.jpg",
    ]);
    const manifest = JSON.parse(new TextDecoder().decode(entries["Åre/manifest.json"]));
    expect(manifest).toMatchObject({
      expectedPhotos: 3,
      includedPhotos: 2,
      missing: [{ id: afterVisit.photos[1], reason: "notUploaded" }],
    });
    const slidesResponse = await call(
      "GET",
      `/documentationComparison/downloadPowerPoint?${photoIds.map((id) => `photo=${id}`).join("&")}&name=Before%20and%20after`,
      { as },
    );
    expect(slidesResponse.headers.get("content-disposition")).toContain("Before and after.pptx");
    const deck = unzipSync(new Uint8Array(await slidesResponse.arrayBuffer()));
    const readSlideText = (number: number) => new TextDecoder().decode(deck[`ppt/slides/slide${number}.xml`]);
    expect(readSlideText(1)).toContain("Before and after");
    // Slide 2, the contents, lists both photos.
    for (const number of [2, 3]) expect(readSlideText(number)).toContain("Overview › 2026-05-01 Mast");
    for (const number of [2, 4]) expect(readSlideText(number)).toContain("Overview › 2026-05-09 Mast");
  });

  it("2§2 distinguishes tasks with equal names by their groups, in zips and on slides", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const template = await makeTemplate(customerId, { name: "Mast" });
    const visit = async (day: string, groups: readonly (readonly [name: string, position: number])[]) => {
      const newVisit = await makeVisit(customerId, {
        template,
        name: "Åre",
        dateCreated: `2026-05-${day}T08:00:00Z`,
      });
      const photos: string[] = [];
      for (const [name, position] of groups) {
        const commonFields = { customerId, documentationId: newVisit.id, level: 0 };
        const group = crypto.randomUUID();
        const taskId = crypto.randomUUID();
        await db()
          .insert(documentationTask)
          .values([
            { ...commonFields, id: group, name, type: "GROUP", position },
            {
              ...commonFields,
              id: taskId,
              parentId: group,
              name: "Before",
              type: "PHOTO",
              position: position + 1,
            },
          ]);
        photos.push(
          await makeVisitPhoto(newVisit, {
            documentationTaskId: taskId,
            name: "Before_01",
            dateCreated: `2026-05-${day}T08:0${position}:00Z`,
          }),
        );
      }
      return photos;
    };
    // Devices send their tasks in any order.
    const [cabinet, pole, secondPole, likeSecond] = [
      ["Cabinet", 1],
      ["Pole", 3],
      ["Pole", 5],
      ["Pole (2)", 7],
    ] as const;
    const photos = [
      ...(await visit("01", [cabinet, likeSecond, pole, secondPole])),
      ...(await visit("09", [secondPole, pole, cabinet])),
    ];
    const { selection } = await jsonOf<{ selection: string }>(select(as, photos));
    const fetchPhotoNames = async (path: string) =>
      Object.keys(unzipSync(new Uint8Array(await (await call("GET", path, { as })).arrayBuffer()))).filter(
        (name) => name.endsWith(".jpg"),
      );
    expect(
      (await fetchPhotoNames(`/documentationComparison/downloadZipFile?selection=${selection}`)).toSorted(),
    ).toEqual([
      "Åre/Cabinet/Before/2026-05-01 Mast/Before_01.jpg",
      "Åre/Cabinet/Before/2026-05-09 Mast/Before_01.jpg",
      "Åre/Pole (2) (2)/Before/2026-05-01 Mast/Before_01.jpg",
      "Åre/Pole (2)/Before/2026-05-01 Mast/Before_01.jpg",
      "Åre/Pole (2)/Before/2026-05-09 Mast/Before_01.jpg",
      "Åre/Pole/Before/2026-05-01 Mast/Before_01.jpg",
      "Åre/Pole/Before/2026-05-09 Mast/Before_01.jpg",
    ]);
    expect((await fetchPhotoNames("/documentationGroup/downloadZipFile/%C3%85re")).toSorted()).toEqual([
      "Åre/Mast/2026-05-01/Cabinet/Before/Before_01.jpg",
      "Åre/Mast/2026-05-01/Pole (2) (2)/Before/Before_01.jpg",
      "Åre/Mast/2026-05-01/Pole (2)/Before/Before_01.jpg",
      "Åre/Mast/2026-05-01/Pole/Before/Before_01.jpg",
      "Åre/Mast/2026-05-09/Cabinet/Before/Before_01.jpg",
      "Åre/Mast/2026-05-09/Pole (2)/Before/Before_01.jpg",
      "Åre/Mast/2026-05-09/Pole/Before/Before_01.jpg",
    ]);
    const slidesResponse = await call(
      "GET",
      `/documentationComparison/downloadPowerPoint?selection=${selection}`,
      {
        as,
      },
    );
    const deck = unzipSync(new Uint8Array(await slidesResponse.arrayBuffer()));
    const slideText = Object.entries(deck)
      .filter(([name]) => name.startsWith("ppt/slides/slide"))
      .map(([, bytes]) => new TextDecoder().decode(bytes))
      .join("");
    for (const group of ["Cabinet", "Pole"])
      for (const day of ["01", "09"]) expect(slideText).toContain(`${group} › Before › 2026-05-${day} Mast`);
  });

  it("2§8 refuses an empty selection, and accepts hundreds of photos", async () => {
    const as = await makeReader();
    const response = await select(as, []);
    expect(response.status).toBe(422);
    expect(await readErrorCode(response)).toBe("noPhotosSelected");
    for (const path of ["downloadPowerPoint", "downloadZipFile"])
      expect(await readErrorCode(await call("GET", `/documentationComparison/${path}`, { as }))).toBe(
        "noPhotosSelected",
      );
    const template = await makeTemplate(as.customerId);
    const { photos } = await makeVisit(as.customerId, { template, missing: 300 });
    const { selection } = await jsonOf<{ selection: string }>(select(as, photos));
    const zipResponse = await call("GET", `/documentationComparison/downloadZipFile?selection=${selection}`, {
      as,
    });
    expect(zipResponse.status).toBe(200);
  });

  it("2§8 contains a photo once even if it is named twice, in any letter case, and does not list it as missing", async () => {
    const as = await makeReader();
    const id = (await makeVisits(as)).beforeVisit.photos[0]!;
    const zipResponse = await call(
      "GET",
      `/documentationComparison/downloadZipFile?photo=${id.toUpperCase()}&photo=${id}`,
      { as },
    );
    const manifest = Object.entries(unzipSync(new Uint8Array(await zipResponse.arrayBuffer()))).find(
      ([name]) => name.endsWith("manifest.json"),
    )?.[1];
    expect(JSON.parse(new TextDecoder().decode(manifest))).toMatchObject({
      expectedPhotos: 1,
      missing: [],
    });
  });

  it("1§6 contains no other customer's photos, and none of a hidden documentation", async () => {
    const [as, otherCaller] = [await makeReader(), await makeReader()];
    const { beforeVisit } = await makeVisits(as);
    const template = await makeTemplate(as.customerId);
    const hiddenVisit = await makeVisit(as.customerId, { template, photos: 1, hidden: true });
    expect((await select(otherCaller, beforeVisit.photos)).status).toBe(404);
    expect((await select(as, hiddenVisit.photos)).status).toBe(404);
    const { selection } = await jsonOf<{ selection: string }>(select(as, beforeVisit.photos));
    for (const query of [`selection=${selection}`, `photo=${beforeVisit.photos[0]}`])
      expect(
        (await call("GET", `/documentationComparison/downloadZipFile?${query}`, { as: otherCaller })).status,
      ).toBe(404);
    expect((await call("GET", "/documentationComparison/downloadZipFile?photo=x", { as })).status).toBe(422);
  });
});

describe("getProjectId", () => {
  it("2§6 requires ROLE_EXPORT_DOCUMENTATION, and finds the parameter of the template's destination", async () => {
    const as = await makeReader(["ROLE_EXPORT_DOCUMENTATION"]);
    const { customerId } = as;
    const template = await makeTemplate(customerId);
    await makeVisit(customerId, { template, name: "Boden" });
    const fetchProjectId = async (name: string) =>
      (
        await jsonOf<{ projectId: string }>(
          call("GET", `/documentationComparison/getProjectId/${name}`, { as }),
        )
      ).projectId;
    expect(await fetchProjectId("Boden")).toBeNull();
    const [destination] = await db()
      .insert(exportConfiguration)
      .values({ customerId, name: "RAMSite", type: "RAMSITE_3GIS", params: { projectId: "4711" } })
      .returning();
    const link = {
      customerId,
      templateId: template.id,
      exportConfigurationId: destination!.id,
      name: "RAMSite",
    };
    await db().insert(templateExportConfiguration).values(link);
    expect(await fetchProjectId("Boden")).toBe("4711");
    expect(await fetchProjectId("Kalix")).toBeNull();
    const reader = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await call("GET", "/documentationComparison/getProjectId/Boden", { as: reader })).status).toBe(
      403,
    );
  });
});
