export default {
  title: "Download files",
  from: "From {customer}",
  openUntil: "You can download until {date}. Anyone who has the link can too, so share it with care.",
  summary_one: "{count} file, {size}",
  summary_other: "{count} files, {size}",
  all: "Download all as a zip file",
  one: "Download {name}",
  gone: "Removed since the email was sent",
  someGone_one: "{count} file has been removed since the email was sent",
  someGone_other: "{count} files have been removed since the email was sent",
  someGoneText: "The other files are unchanged. Ask the person who sent the link if you need the rest.",
  allGone: "The files have been removed",
  allGoneText: "They were removed after the email was sent. Ask the person who sent the link for new ones.",
  more: "Show more files",
  shown: "Showing {shown} of {count} files",
  check: "Check that a file is the original",
  checkText:
    "Calculate the SHA-256 of the file that you downloaded and compare it with the one here. If they match, the file is the same, byte for byte.",
  noHash: "no checksum",
  unknown:
    "It does not exist, or its files have been deleted. Check that you copied the whole link, or ask the person who sent it for a new one.",
  expired: "The files can no longer be downloaded. Ask the person who sent the link to send them again.",
};
