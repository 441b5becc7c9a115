// The SDK uses only two masks: the basic ISO date of V4 signatures, and the HTTP date of V1 signatures.
const v4Mask = "UTC:yyyymmdd'T'HHMMss'Z'";

module.exports = (time, mask) => {
  const date = new Date(time);
  if (mask !== v4Mask) return date.toUTCString();
  return date.toISOString().replace(/[-:]|\.\d+/g, '');
};
