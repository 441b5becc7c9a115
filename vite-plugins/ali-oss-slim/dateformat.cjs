// The SDK uses only two formats: the basic ISO date for V4 signatures, and the HTTP date for V1 signatures.
const v4Mask = "UTC:yyyymmdd'T'HHMMss'Z'";

module.exports = (time, mask) => {
  const date = new Date(time);
  if (mask !== v4Mask) return date.toUTCString();
  return date.toISOString().replace(/[-:]|\.\d+/g, '');
};
