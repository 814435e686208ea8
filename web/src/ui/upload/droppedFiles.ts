/** Files that systems put into folders unseen. */
const systemFiles = /^\.|^(thumbs\.db|desktop\.ini)$/i;

/** The files of a drop, also those in dropped folders, which are otherwise files that cannot be read. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  // Both are empty after the event, so they are read before anything is awaited.
  const [droppedItems, plainFiles] = [[...items], [...files]];
  const entries = droppedItems.flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return plainFiles;
  return (await Promise.all(entries.map(filesOf))).flat();
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  const files: File[] = [];
  const reader = isDirectory(entry) ? entry.createReader() : null;
  // Chrome lists a hundred entries at a time.
  for (let entries = await readEntries(reader); entries.length > 0; entries = await readEntries(reader))
    for (const child of entries) if (!systemFiles.test(child.name)) files.push(...(await filesOf(child)));
  return files;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const readEntries = (reader: FileSystemDirectoryReader | null): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => (reader ? reader.readEntries(resolve, reject) : resolve([])));
