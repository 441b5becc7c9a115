module.exports = value => (value === null || value === undefined ? '' : String(value));
