/** A device id shortened for lists: the first and last four characters if it is longer than 11 (3§2). */
export const shortenDeviceId = (deviceId: string): string =>
  deviceId.length > 11 ? `${deviceId.slice(0, 4)}…${deviceId.slice(-4)}` : deviceId;
