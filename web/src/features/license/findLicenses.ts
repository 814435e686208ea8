import { fetchList } from "#api/resource.ts";
import { license } from "#domain/resources/index.ts";
import type { Option } from "#ui/select/useCombobox.ts";

/** Searches the licences of one customer by name. */
export const createLicensesFetcher =
  (customerId: number | undefined) =>
  async (q: string, signal: AbortSignal): Promise<Option[]> =>
    (await fetchList(license, { q, max: 50, ...(customerId !== undefined && { customerId }) }, signal)).map(
      ({ id, name }) => ({ id, label: name }),
    );
