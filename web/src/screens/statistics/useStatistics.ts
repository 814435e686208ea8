import { useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import {
  countDocumentationsByMonth,
  countPhotosByMonth,
  listCustomerTemplates,
} from "#domain/endpoints/configuration/customerCalls.ts";
import type { Option } from "#ui/select/ServerSelect.tsx";
import type { Measure, MonthOfTemplate } from "./statisticsTable.ts";

export interface Choice {
  customer: Option;
  measure: Measure;
}

/** The parameters at the time Run was pressed. Each press is a new run. */
export interface Run extends Choice {
  number: number;
}

async function fetchMonths(id: string, measure: Measure, signal: AbortSignal): Promise<MonthOfTemplate[]> {
  const input = { params: { id }, signal };
  return measure === "documentationCount"
    ? call(countDocumentationsByMonth, input)
    : call(countPhotosByMonth, input);
}

export function useStatistics({ customer, measure, number }: Run) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "customerStatistics", customer.id, measure, number],
    queryFn: async ({ signal }) => {
      const [items, templates] = await Promise.all([
        fetchMonths(customer.id, measure, signal),
        call(listCustomerTemplates, { params: { id: customer.id }, signal }),
      ]);
      return { items, templates };
    },
    // A result must not change until the next run.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { handlesErrors: true },
  });
}
