/** The API's chapter for devices: the calls that a licence code authorises, in the order in which a client makes them. */
export const deviceTag = "Devices";

interface Step {
  /** What the client does in this step. */
  instruction: string;
  /** Method and path of the step's calls, in order. */
  calls: readonly string[];
}

export const deviceSteps: readonly Step[] = [
  {
    instruction:
      "Register the device. Store the `token` of the first response safely, and send it as the header Device-Token with every call, so that wrong licence codes sent by others on the same network never block your calls. If a call, now or while you upload, answers 401 with licenseExpired or licenseUnknown, keep everything and repeat the call when the licence has been extended or another code is entered. If there is no network, continue with the data you already have.",
    calls: ["POST /device/saveWithLicenseCode"],
  },
  {
    instruction:
      "Fetch what capturing needs. Send the ETag of the last response as If-None-Match: 304 means that nothing has changed. Templates refer to graphics, reference photos and lists by id; fetch files only for ids you have not seen, and the pages of the lists.",
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
    instruction:
      "Resume a documentation that was handed over to the licence, if the user chooses one; hand it back if they abandon it.",
    calls: [
      "POST /documentation/findHandedOverByLicenseCode",
      "POST /documentation/fetchWithLicenseCode",
      "GET /photo/downloadWithLicenseCode/{id}",
      "GET /file/downloadWithLicenseCode/{id}",
      "POST /documentation/handBackWithLicenseCode",
    ],
  },
  {
    instruction: "When the user has chosen a name, fetch the predefined answers for it.",
    calls: ["POST /documentation/getPredefinedAnswersWithLicenseCode"],
  },
  {
    instruction:
      "Save the documentation with ids that you generate. Saving again with the same ids is idempotent. Texts are stored in a normal form (NFC, one kind of blank, no control or invisible characters) and answers in that of their type; what replaces a control character is noted in the documentation's history, and nothing is refused for it.",
    calls: ["POST /documentation/saveWithLicenseCode"],
  },
  {
    instruction:
      "Describe each photo, then reserve, PUT the bytes to the signed URL and settle. Any call can be repeated after a lost response.",
    calls: [
      "POST /photo/saveWithLicenseCode",
      "POST /photo/reserveUpload",
      "POST /photo/settleUpload",
      "POST /photo/upload",
    ],
  },
  {
    instruction:
      "For many photos, use fewer calls: announce up to 100, PUT each to its URL, settle up to 100. The response has a result for each item. Send those that were not stored again.",
    calls: ["POST /photo/announceUploads", "POST /photo/settleUploads"],
  },
  {
    instruction: "Send files in the same way.",
    calls: [
      "POST /file/saveWithLicenseCode",
      "POST /file/reserveUpload",
      "POST /file/settleUpload",
      "POST /file/upload",
    ],
  },
  {
    instruction:
      "Complete the documentation, or pause it to hand it over. Ask the user for required answers and photos first: the service accepts a documentation without them and shows staff what is missing. Keep your copies until it is no longer ONGOING.",
    calls: ["POST /documentation/completeWithLicenseCode", "POST /documentation/pauseWithLicenseCode"],
  },
  {
    instruction:
      "If the licence has tempFiles, fetch the files that were sent through upload links to its documentations.",
    calls: ["GET /device/getTempFiles", "GET /tempFile/getTempFile/{id}"],
  },
];

/** The steps as Markdown. */
export const formatDeviceSteps = (): string =>
  [
    "The calls of a device, in order. It has no session: a licence code authorises it. Ids are UUIDs that the device generates.",
    "",
    ...deviceSteps.map(
      ({ instruction, calls }, index) =>
        `${index + 1}. ${instruction}\n   ${calls.map((call) => `\`${call}\``).join(", ")}`,
    ),
  ].join("\n");
