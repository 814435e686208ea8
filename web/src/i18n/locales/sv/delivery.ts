import type { Texts, Translated } from "../../texts";

export default {
  title: "Leveranser",
  lead: "Det som skickas till destinationer, det som har kommit fram och det som har misslyckats.",
  state: {
    PENDING: "Väntar på sin tur",
    RUNNING: "Skickas",
    WAITING: "Väntar på nytt försök",
    DONE: "Levererad",
    FAILED: "Misslyckades",
    CANCELLED: "Avbruten",
  },
  underWay: "Pågår",
  fileState: { PENDING: "Inte skickad än", SENDING: "Skickas", DONE: "Levererad", FAILED: "Misslyckades" },
  kind: {
    PHOTO: "Foto",
    FILE: "Fil",
    EXTERNAL_FILE: "Extern fil",
    DOCUMENT: "Dokument",
    ZIP: "Zip-fil",
  },
  /** Why it failed, and what its reader can do about it. */
  error: {
    auth: "Destinationen nekade inloggningen. Rätta inloggningen i exportkonfigurationen och skicka igen.",
    config:
      "Destinationen godtar inte en inställning eller ett namn, eller så är dess certifikat fel. Rätta exportkonfigurationen och skicka igen.",
    notFound:
      "Webbplatsen, biblioteket eller mappen finns inte hos destinationen. Skapa den eller rätta exportkonfigurationen och skicka igen.",
    conflict:
      "Något annat med samma namn är i vägen hos destinationen. Flytta det eller byt namn på det där och skicka igen.",
    throttled:
      "Destinationen fick för mycket på en gång och bad om en paus. Ett nytt försök görs automatiskt.",
    full: "Destinationen är full. Frigör utrymme där och skicka igen.",
    transient: "Destinationen svarade inte, eller så bröts anslutningen. Ett nytt försök görs automatiskt.",
    source:
      "Ett foto eller en fil som skulle skickas saknas eller är skadad i Siteproof. Ladda upp på nytt och skicka igen.",
  },
  /** The same two when all tries are used up. */
  givenUp: {
    throttled: "Destinationen bad om paus gång på gång. Skicka igen när den har mindre att göra.",
    transient:
      "Destinationen svarade inte trots flera försök. Kontrollera att den är igång och går att nå, och skicka igen.",
  },
  /** The message is in English: what the destination said, or what went wrong on the way to it. */
  details: "Detaljer: {message}",
  detailsCode: "Detaljer: {message} (destinationen svarade {code})",
  onlyCode: "Destinationen svarade {code}.",
  automatic: "Automatiskt",
  nextTry: "Nytt försök {time}",
  nextTrySoon: "Nytt försök strax",
  tries_one: "{count} misslyckat försök",
  tries_other: "{count} misslyckade försök",
  progressOf: "Förlopp: {name}",
  bytesOf: "{sent} av {bytes}",
  listing: "Tar reda på vad som ska skickas",
  filesOf_one: "{done} av {files} fil",
  filesOf_other: "{done} av {files} filer",
  missingCount_one: "{shown} foto eller fil saknas",
  missingCount_other: "{shown} foton och filer saknas",
  notUploaded: "Inte uppladdad",
} satisfies Translated<Texts["delivery"]>;
