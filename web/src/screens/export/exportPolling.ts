/** Milliseconds between two polls of export events while one is under way (2§9). */
export const exportPolling = 5000;
