/** What is measured of photos and files on their way in: these need no documentations to be there. */
const arrivals: readonly string[] = ["uploads", "visible", "faults"];
export const isArrival = (name: string | undefined): boolean => name !== undefined && arrivals.includes(name);
