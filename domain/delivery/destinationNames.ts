import type { ExportConfigurationType } from "#domain/configuration/types.ts";

/*
 * What destinations forbid in addition to file systems (worker/export/safeNames.ts). Sources: Microsoft's 'Restrictions and
 * limitations in OneDrive and SharePoint'; Nextcloud's FilenameValidator and its client's list of ignored files; the hidden segments of
 * IIS's request filtering; PathDenyFilter in ProFTPD's example configuration; the metadata folders of Synology and Apple.
 */

interface NameRules {
  /** Names that are forbidden as a whole, in lower case. */
  names: readonly string[];
  /** Names that are forbidden at the top of the destination. */
  topNames?: readonly string[];
  /** Replaces forbidden parts of a name; the result has none. */
  replace?: (name: string) => string;
}

const webServerNames = [".htaccess", ".htpasswd", ".ftpaccess"];
const metadataNames = ["desktop.ini", "thumbs.db", ".ds_store", "@eadir", "#recycle", "#snapshot"];

/** IIS answers 404 to every path with one of these names. */
const iisHiddenNames = [
  ...["web.config", "bin", "app_code", "app_globalresources", "app_localresources", "app_webreferences"],
  ...["app_data", "app_browsers"],
];

const webdavRules: NameRules = {
  names: [...webServerNames, ...metadataNames, ...iisHiddenNames],
  replace: (name) =>
    name
      // Nextcloud and ownCloud use these for incomplete uploads.
      .replace(/\.(part|filepart)$/i, "_$1")
      // Clients do not copy files named like Office's lock files.
      .replace(/^~\$/, "_$")
      // Java servers ignore a semicolon and what follows it, which would leave the current or the parent folder.
      .replace(/^\.\.?;/, (match) => match.replaceAll(".", "_")),
};

const rulesByType: Readonly<Record<ExportConfigurationType, NameRules | null>> = {
  SHAREPOINT: {
    names: [".lock", ...metadataNames],
    topNames: ["forms"],
    // A tilde begins the names of Office's lock files.
    replace: (name) => name.replace(/_vti_/gi, (match) => `${match.slice(0, -1)}-`).replace(/^~/, "_"),
  },
  WEBDAV: webdavRules,
  STOREGATE: webdavRules,
  FTP: { names: webServerNames },
  RAMSITE_3GIS: null,
  EMAIL: null,
};

/**
 * A file or folder name that a type of destination accepts: forbidden parts are replaced, a forbidden name begins with an underscore.
 * @param name safe for file systems
 * @param isTop whether it is directly in the destination's folder
 */
export function destinationName(type: ExportConfigurationType, name: string, isTop: boolean): string {
  const typeRules = rulesByType[type];
  if (!typeRules) return name;
  const replacedName = typeRules.replace?.(name) ?? name;
  const lowerCaseName = replacedName.toLowerCase();
  const isForbidden =
    typeRules.names.includes(lowerCaseName) || (isTop && typeRules.topNames?.includes(lowerCaseName));
  return isForbidden ? `_${replacedName}` : replacedName;
}
