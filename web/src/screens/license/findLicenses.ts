import { license } from "../../../../domain/resources";
import { fetchList } from "../../api/resource";
import type { Option } from "../../kit/useOptions";

/** Searches the licences of one customer by name. */
export const findLicensesOf =
  (customerId: number | undefined) =>
  async (q: string, signal: AbortSignal): Promise<Option[]> =>
    (await fetchList(license, { q, max: 50, ...(customerId !== undefined && { customerId }) }, signal)).map(
      ({ id, name }) => ({ id, label: name }),
    );
