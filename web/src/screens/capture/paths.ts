export const startPath = "/documentation/create";
export const draftPath = (id: string): string => `/documentation/${id}`;
