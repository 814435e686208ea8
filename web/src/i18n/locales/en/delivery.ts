export default {
  title: "Deliveries",
  lead: "What is sent to destinations, what has arrived and what failed.",
  state: {
    PENDING: "Waiting for its turn",
    RUNNING: "Sending",
    WAITING: "Waiting to try again",
    DONE: "Delivered",
    FAILED: "Failed",
    CANCELLED: "Cancelled",
  },
  underWay: "Under way",
  fileState: { PENDING: "Not sent yet", SENDING: "Sending", DONE: "Delivered", FAILED: "Failed" },
  kind: {
    PHOTO: "Photo",
    FILE: "File",
    EXTERNAL_FILE: "External file",
    DOCUMENT: "Document",
    ZIP: "Zip file",
  },
  /** Why it failed, and what its reader can do about it. */
  error: {
    auth: "The destination refused the login. Correct the login in the export configuration, and send again.",
    config:
      "The destination does not accept a setting, a name or its own certificate. Correct the export configuration, and send again.",
    notFound:
      "The site, library or folder does not exist at the destination. Create it or correct the export configuration, and send again.",
    conflict:
      "Something else with the same name is in the way at the destination. Move or rename it there, and send again.",
    throttled:
      "The destination received too much at once and asked for a pause. It is tried again automatically.",
    full: "The destination is full. Free up space there, and send again.",
    transient: "The destination did not answer, or the connection was lost. It is tried again automatically.",
    source:
      "A photo or file that should be sent is missing or damaged in Siteproof. Upload it again, and send again.",
  },
  /** The same two when all tries are used up. */
  givenUp: {
    throttled: "The destination kept asking for a pause. Send again when it has less to do.",
    transient:
      "The destination did not answer in spite of several tries. Check that it is up and can be reached, and send again.",
  },
  /** The message is in English: what the destination said, or what went wrong on the way to it. */
  details: "Details: {message}",
  detailsCode: "Details: {message} (the destination answered {code})",
  onlyCode: "The destination answered {code}.",
  automatic: "Automatic",
  nextTry: "Tries again at {time}",
  nextTrySoon: "Tries again shortly",
  tries_one: "{count} failed try",
  tries_other: "{count} failed tries",
  progressOf: "Progress: {name}",
  bytesOf: "{sent} of {bytes}",
  listing: "Working out what to send",
  filesOf_one: "{done} of {files} file",
  filesOf_other: "{done} of {files} files",
  missingCount_one: "{shown} photo or file is missing",
  missingCount_other: "{shown} photos and files are missing",
  notUploaded: "Not uploaded",
};
