export default {
  title: "Download files",
  fromCustomer: "From {customer}",
  openUntil: "You can download until {date}. So can anyone else who has the link, so share it with care.",
  summary_one: "{count} file, {size}",
  summary_other: "{count} files, {size}",
  downloadAll: "Download all as a zip file",
  download: "Download {name}",
  fileRemoved: "Removed since the email was sent",
  someRemoved_one: "{count} file has been removed since the email was sent",
  someRemoved_other: "{count} files have been removed since the email was sent",
  someRemovedText: "The other files are unchanged. Ask the person who sent the link if you need the rest.",
  allRemoved: "The files have been removed",
  allRemovedText:
    "They were removed after the email was sent. Ask the person who sent the link for new ones.",
  showMore: "Show more files",
  visibleFiles: "Showing {visibleCount} of {count} files",
  verify: "Check that a file is the original",
  verifyText:
    "Calculate the SHA-256 of the file that you downloaded and compare it with the one here. If they match, the file is the same, byte for byte.",
  noHash: "no checksum",
  unknownLinkText:
    "It does not exist, or its files have been deleted. Check that you copied the whole link, or ask the person who sent it for a new one.",
  expiredLinkText:
    "The files can no longer be downloaded. Ask the person who sent the link to send them again.",
};
