import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { compareByKeys, toSortKey } from "#domain/contract/merge/compareValues.ts";
import { mergeItems } from "#domain/contract/merge/mergeResponses.ts";
import { name, serial, uuid } from "#domain/core/fields.ts";
import { graphic } from "#domain/resources/graphic.ts";
import { referencePhoto } from "#domain/resources/referencePhoto.ts";
import { otherCustomer } from "../shared/otherCustomer.ts";

const idInPath = z.object({ id: uuid() });
const graphicReadAccess = {
  authentication: "session",
  authority: "ROLE_GRAPHIC_READ",
  product: "GRAPHIC",
} as const;
const photoReadAccess = {
  authentication: "session",
  authority: "ROLE_REFERENCE_PHOTO_READ",
  product: "REFERENCE_PHOTO",
} as const;

/** Maximum number of options in a form. */
export const maxImageChoices = 10_000;

const choiceList = {
  multiDatabase: mergeItems(
    compareByKeys<{ name: string; id: string }>(
      "asc",
      ({ name }) => toSortKey(name),
      ({ id }) => id,
    ),
    () => maxImageChoices,
  ),
  query: z.strictObject({ customerId: otherCustomer }),
  response: z.object({
    items: z.array(
      graphic.row.pick({
        id: true,
        customerId: true,
        name: true,
        description: true,
        width: true,
        height: true,
      }),
    ),
  }),
};

export const displayGraphic = defineEndpoint({
  ...graphicReadAccess,
  /** Users who capture can see graphics too, because they draw on them (3§3). */
  authority: ["ROLE_GRAPHIC_READ", "ROLE_CREATE_DOCUMENTATION"],
  method: "GET",
  path: "/graphic/display/{id}",
  summary: "Get the PNG of a graphic. The response can be cached, but must be revalidated by its entity tag.",
  params: idInPath,
  download: "image",
});

export const getAllGraphics = defineEndpoint({
  ...graphicReadAccess,
  ...choiceList,
  method: "GET",
  path: "/graphic/getAll",
  summary:
    "List all available graphics by name. With `customerId`, a super admin gets those of one customer.",
});

export const copyGraphic = defineEndpoint({
  authentication: "session",
  authority: "ROLE_SUPER_ADMIN",
  method: "POST",
  path: "/graphic/copy",
  multiDatabase: "handler",
  summary:
    "Copy a graphic and its file to a customer under a name. Refused if the customer already has a graphic with the name, or lacks the product.",
  body: z.strictObject({ graphic: uuid(), customer: serial(), name: name() }),
  response: graphic.row,
});

/** Users who capture or review the tasks see their reference photos, too (2§7). */
const photoViewAccess = {
  ...photoReadAccess,
  authority: ["ROLE_REFERENCE_PHOTO_READ", "ROLE_DOCUMENTATION_READ", "ROLE_CREATE_DOCUMENTATION"],
} as const;

export const downloadReferencePhoto = defineEndpoint({
  ...photoViewAccess,
  method: "GET",
  path: "/referencePhoto/download/{id}",
  summary: "Download the original JPEG of a reference photo.",
  params: idInPath,
  download: "image",
});

export const referencePhotoThumbnail = defineEndpoint({
  ...photoViewAccess,
  method: "GET",
  path: "/referencePhoto/thumbnail/{id}",
  summary: "Get an upright thumbnail of a reference photo, at most 400 px.",
  params: idInPath,
  download: "image",
});

export const getAllReferencePhotos = defineEndpoint({
  ...photoReadAccess,
  ...choiceList,
  method: "GET",
  path: "/referencePhoto/getAll",
  summary:
    "List all available reference photos by name. With `customerId`, a super admin gets those of one customer.",
});

export const getReferencePhotoTemplates = defineEndpoint({
  ...photoReadAccess,
  method: "GET",
  path: "/referencePhoto/getReferencePhotoTemplates/{id}",
  summary: "List the templates that use a reference photo, by name.",
  params: idInPath,
  response: z.object({ items: z.array(referencePhoto.row.pick({ id: true, name: true })) }),
});
