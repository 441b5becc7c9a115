// Browsers reuse connections by themselves.
module.exports = class Agent {};
