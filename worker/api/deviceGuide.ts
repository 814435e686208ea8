/** The chapter of the API for devices: whatever a licence code lets in, in the order in which a client calls it. */
export const deviceTag = "Devices";

interface Step {
  does: string;
  /** Method and path of its calls, in order. */
  calls: readonly string[];
}

export const deviceSteps: readonly Step[] = [
  {
    does: "Say who you are. Without network, go on with what you have.",
    calls: ["POST /device/saveWithLicenseCode"],
  },
  {
    does: "Fetch what capturing needs. Send the ETag of your last answer as If-None-Match: 304 means that you have it already. Templates name their graphics, reference photos and lists by id; fetch the files of new ids only, and the pages of its lists.",
    calls: [
      "GET /device/getSettings",
      "GET /device/getTemplates",
      "POST /template/findAllByLicenseCode",
      "GET /device/getGraphic/{id}",
      "GET /device/getReferencePhoto/{id}",
      "GET /device/getSuggestionLists",
      "GET /device/getSuggestions/{id}",
      "GET /device/getExpectedAnswerLists",
      "GET /device/getExpectedAnswers/{id}",
    ],
  },
  {
    does: "Go on with what was handed over to your licence, if somebody chooses to; let go of what they leave.",
    calls: [
      "POST /documentation/findHandedOverByLicenseCode",
      "POST /documentation/fetchWithLicenseCode",
      "GET /photo/downloadWithLicenseCode/{id}",
      "GET /file/downloadWithLicenseCode/{id}",
      "POST /documentation/handBackWithLicenseCode",
    ],
  },
  {
    does: "When a name is chosen, ask for the answers that are known for it.",
    calls: ["POST /documentation/getPredefinedAnswersWithLicenseCode"],
  },
  {
    does: "Save the documentation with ids of your own. Saving again with the same ids changes nothing twice.",
    calls: ["POST /documentation/saveWithLicenseCode"],
  },
  {
    does: "Describe each photo, then reserve, PUT the bytes to the signed URL and settle. A call that is lost can be repeated.",
    calls: [
      "POST /photo/saveWithLicenseCode",
      "POST /photo/reserveUpload",
      "POST /photo/settleUpload",
      "POST /photo/upload",
    ],
  },
  {
    does: "Many photos go with fewer calls: announce up to 100, PUT each to its URL, settle up to 100. Every item has an answer of its own. Send again whatever was not stored.",
    calls: ["POST /photo/announceUploads", "POST /photo/settleUploads"],
  },
  {
    does: "The same for files.",
    calls: [
      "POST /file/saveWithLicenseCode",
      "POST /file/reserveUpload",
      "POST /file/settleUpload",
      "POST /file/upload",
    ],
  },
  {
    does: "Complete it, or pause it to hand it over. Keep your copies until the documentation is no longer ONGOING.",
    calls: ["POST /documentation/completeWithLicenseCode", "POST /documentation/pauseWithLicenseCode"],
  },
  {
    does: "Where the licence has tempFiles, fetch what upload links brought to its documentations.",
    calls: ["GET /device/getTempFiles", "GET /tempFile/getTempFile/{id}"],
  },
];

/** The steps as Markdown. */
export const deviceDescription = (): string =>
  [
    "What a device calls. It has no session: a licence code lets it in. Ids are UUIDs that the device makes itself.",
    "",
    ...deviceSteps.map(
      ({ does, calls }, index) =>
        `${index + 1}. ${does}\n   ${calls.map((call) => `\`${call}\``).join(", ")}`,
    ),
  ].join("\n");
