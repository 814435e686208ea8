/** The measurements of uploads, which need no existing documentations. */
const arrivals: readonly string[] = ["uploads", "visible", "faults"];
export const isArrival = (name: string | undefined): boolean => name !== undefined && arrivals.includes(name);
