/** Milliseconds between two polls of export events while one is under way (2§9). */
export const exportPollIntervalMs = 5000;
