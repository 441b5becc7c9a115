module.exports = {
  string: value => typeof value === 'string',
  array: Array.isArray,
};
