import { z } from "zod";

/** The customer whose rows a super admin asks for. */
export const otherCustomer = z.coerce
  .number<number | string>()
  .int()
  .positive()
  .optional()
  .meta({ description: "Super admins only: another customer than their own" });
