/*
 * `npm run ingest -- --license NORR-1 --template NAME --name NAME FILE…`: uploads photos as a device would, with the calls of
 * domain/endpoints/capture/capture.ts and captureMedia.ts. Run again after an interruption, it resumes. Every named file is sent:
 * the server alone decides what counts as a photo.
 */
import os from "node:os";
import { parseArgs } from "node:util";
import { now } from "#domain/core/fields.ts";
import {
  type CapturedDocumentation,
  completeDocumentation,
  findTemplates,
  saveDevice,
  saveDocumentation,
  type TemplateForDevice,
} from "#domain/endpoints/capture/capture.ts";
import { documentationIdOf, tasksOf } from "./ingest/captured.ts";
import { DeviceClient, RefusedError } from "./ingest/deviceClient.ts";
import { type Outcome, readPhotos, uploadPhotos } from "./ingest/photo.ts";
import { Progress } from "./ingest/progress.ts";
import { UsageError } from "./ingest/usageError.ts";
import { listFiles } from "./ingest/walk.ts";
import { uuidOf } from "./support/uuid.ts";

const usage = `usage: npm run ingest -- --license CODE --template NAME --name NAME [options] FILE…

  --license CODE    licence code, e.g. NORR-1
  --template NAME   a template available to the licence
  --name NAME       name of the documentation
  --task NAME       the PHOTO task to add the photos to (default: the first one)
  --creator NAME    who took the photos (default: the user of this computer)
  --url URL         the server (default: http://localhost:8788)
  FILE…             photos or folders of photos

Ends with "documentation <id>: N of N photos verified"; exit status 1 if any photo was refused or failed.`;

async function ingest(): Promise<number> {
  const { values, positionals } = parseOptions();
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const { license, template: templateName, name, url, creator } = values;
  if (!license || !templateName || !name || positionals.length === 0) throw new UsageError(usage);
  const files = await listFiles(positionals);
  if (files.length === 0) throw new UsageError("There are no files to upload");

  const client = new DeviceClient(url, license);
  const deviceId = uuidOf("ingest", "device", os.hostname()).replaceAll("-", "").slice(0, 16);
  const device = {
    deviceId,
    username: creator,
    osVersion: `${os.type()} ${os.release()}`,
    phoneModel: "ingest",
    appVersion: "ingest",
  };
  await client.call(saveDevice, { device }).catch((error: Error) => {
    throw error instanceof RefusedError && /^license(Refused|Unknown|Expired)$/.test(error.code)
      ? new UsageError(`The licence code ${license} was not accepted by ${url}`)
      : error;
  });
  const template = await pickTemplate(client, templateName);
  const task = pickTask(template, values.task);

  const documentationId = documentationIdOf(url, license, template.id, name);
  const photos = await readPhotos(files, documentationId, task.name);
  const documentation: CapturedDocumentation = {
    id: documentationId,
    templateId: template.id,
    name,
    creator,
    deviceId,
    appVersion: device.appVersion,
    osVersion: device.osVersion,
    phoneModel: device.phoneModel,
    numberOfPhotos: photos.length,
    deleteAutomatically: template.deleteAutomatically,
    deleteTimeLimit: template.deleteTimeLimit,
    exportAutomatically: template.exportAutomatically,
    dateCreated: now(),
    templateLastUpdated: template.lastUpdated,
    tasks: tasksOf(template, documentationId),
  };
  const isOpen = await trySaveDocumentation(client, documentation);
  if (!isOpen) console.log("The documentation is already completed. Comparing with the server");

  const taskId = documentation.tasks?.find(({ templateTaskId }) => templateTaskId === task.id)?.id ?? "";
  const progress = new Progress(
    photos.length,
    photos.reduce((sum, { size }) => sum + size, 0),
  );
  const outcomes = await uploadPhotos(photos, { client, documentationId, taskId, creator }, ({ size }) =>
    progress.advance(size),
  );
  progress.end();
  const verifiedCount = outcomes.filter(({ state }) => state === "verified").length;
  const failedCount = outcomes.filter(({ state }) => state === "failed").length;
  printReport(outcomes);
  // Failed photos may come with the next run, so the documentation keeps waiting for them. Refused ones never
  // will: they stay missing for every reader.
  if (isOpen && failedCount === 0) {
    const withMissingPhotos = verifiedCount < photos.length;
    const { status } = await client.call(completeDocumentation, {
      id: documentationId,
      creator,
      withMissingPhotos,
    });
    console.log(`Status ${status}`);
  }
  console.log(`documentation ${documentationId}: ${verifiedCount} of ${photos.length} photos verified`);
  return verifiedCount === photos.length ? 0 : 1;
}

function parseOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        license: { type: "string" },
        template: { type: "string" },
        name: { type: "string" },
        task: { type: "string" },
        creator: { type: "string", default: os.userInfo().username || "ingest" },
        url: { type: "string", default: process.env.SITEPROOF_URL ?? "http://localhost:8788" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

async function pickTemplate(client: DeviceClient, nameOrId: string): Promise<TemplateForDevice> {
  const { items } = await client.call(findTemplates, {});
  const template =
    items.find(({ id, name }) => name === nameOrId || id === nameOrId) ??
    items.find(({ name }) => isSameName(name, nameOrId));
  if (template) return template;
  const names = items.map(({ name }) => `  ${name}`).join("\n");
  throw new UsageError(`The licence has no template "${nameOrId}". It has:\n${names || "  none"}`);
}

function pickTask(template: TemplateForDevice, wantedName: string | undefined) {
  const photoTasks = template.tasks.filter(({ type }) => type === "PHOTO");
  const task = wantedName
    ? photoTasks.find(({ name }) => isSameName(name, wantedName))
    : photoTasks.sort((a, b) => a.position - b.position)[0];
  if (task) return task;
  const names = photoTasks.map(({ name }) => `  ${name}`).join("\n");
  throw new UsageError(
    `"${template.name}" has no PHOTO task${wantedName ? ` "${wantedName}"` : ""}. It has:\n${names || "  none"}`,
  );
}

const isSameName = (a: string, b: string) => a.localeCompare(b, "sv", { sensitivity: "accent" }) === 0;

/** Saves the documentation. Returns false if it is completed and accepts no more photos. */
async function trySaveDocumentation(
  client: DeviceClient,
  documentation: CapturedDocumentation,
): Promise<boolean> {
  try {
    await client.call(saveDocumentation, { documentation });
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.code === "documentationClosed") return false;
    throw error;
  }
}

function printReport(outcomes: readonly Outcome[]): void {
  const alreadyStoredCount = outcomes.filter(
    (outcome) => outcome.state === "verified" && outcome.wasStored,
  ).length;
  if (alreadyStoredCount > 0) console.log(`${alreadyStoredCount} were already uploaded`);
  for (const outcome of outcomes) {
    if (outcome.state === "refused")
      console.log(`refused  ${outcome.photo.file}: ${outcome.code}, ${outcome.reason}`);
    if (outcome.state === "failed") console.log(`failed   ${outcome.photo.file}: ${outcome.reason}`);
  }
}

/** The reason for a network error of fetch, or null for other errors. */
function networkErrorText(error: unknown): string | null {
  const cause = error instanceof TypeError ? error.cause : undefined;
  return cause instanceof Error ? `The server does not respond: ${cause.message || "no connection"}` : null;
}

try {
  process.exitCode = await ingest();
} catch (error) {
  console.error(
    error instanceof UsageError || error instanceof RefusedError
      ? error.message
      : (networkErrorText(error) ?? error),
  );
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
