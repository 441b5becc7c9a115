module.exports = value => typeof value === 'object' && value !== null;
