/** Milliseconds between polls of export events while one is in progress (2§9). */
export const exportPollIntervalMs = 5000;
