import { z } from "zod";
import { defineEndpoint } from "../endpoint";
import { name, serial, uuid } from "../fields";
import { graphic } from "../resources/graphic";
import { referencePhoto } from "../resources/referencePhoto";

const idInPath = z.object({ id: uuid() });
const graphicReader = { entrance: "session", authority: "ROLE_GRAPHIC_READ", product: "GRAPHIC" } as const;
const photoReader = {
  entrance: "session",
  authority: "ROLE_REFERENCE_PHOTO_READ",
  product: "REFERENCE_PHOTO",
} as const;

const choices = {
  query: z.strictObject({ customerId: z.coerce.number().int().positive().optional() }),
  answer: z.object({
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
  ...graphicReader,
  method: "GET",
  path: "/graphic/display/{id}",
  summary: "The PNG of a graphic. It may be kept, and is asked about each time by its entity tag.",
  params: idInPath,
  download: "image",
});

export const getAllGraphics = defineEndpoint({
  ...graphicReader,
  ...choices,
  method: "GET",
  path: "/graphic/getAll",
  summary: "All graphics that can be chosen, by name; `customerId` narrows a super admin's to one customer.",
});

export const copyGraphic = defineEndpoint({
  entrance: "session",
  authority: "ROLE_SUPER_ADMIN",
  method: "POST",
  path: "/graphic/copy",
  summary:
    "Copy a graphic, with its file, to a customer under a name. A name the customer has a graphic of is refused, and so is a customer without the product.",
  body: z.strictObject({ graphic: uuid(), customer: serial(), name: name() }),
  answer: graphic.row,
});

/** Whoever captures or reviews what a reference photo shows sees it, too (2§7). */
const photoViewer = {
  ...photoReader,
  authority: ["ROLE_REFERENCE_PHOTO_READ", "ROLE_DOCUMENTATION_READ", "ROLE_CREATE_DOCUMENTATION"],
} as const;

export const downloadReferencePhoto = defineEndpoint({
  ...photoViewer,
  method: "GET",
  path: "/referencePhoto/download/{id}",
  summary: "The JPEG of a reference photo, as it was given.",
  params: idInPath,
  download: "image",
});

export const referencePhotoThumbnail = defineEndpoint({
  ...photoViewer,
  method: "GET",
  path: "/referencePhoto/thumbnail/{id}",
  summary: "A reference photo upright, 400 px at most.",
  params: idInPath,
  download: "image",
});

export const getAllReferencePhotos = defineEndpoint({
  ...photoReader,
  ...choices,
  method: "GET",
  path: "/referencePhoto/getAll",
  summary:
    "All reference photos that can be chosen, by name; `customerId` narrows a super admin's to one customer.",
});

export const getReferencePhotoTemplates = defineEndpoint({
  ...photoReader,
  method: "GET",
  path: "/referencePhoto/getReferencePhotoTemplates/{id}",
  summary: "The templates whose tasks show a reference photo, by name.",
  params: idInPath,
  answer: z.object({ items: z.array(referencePhoto.row.pick({ id: true, name: true })) }),
});
