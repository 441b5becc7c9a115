module.exports = value => typeof value === 'string';
