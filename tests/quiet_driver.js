// Playwright's driver asks Chromium to tell it of each request, in five messages, of which a page makes four hundred: a
// quarter of the processor time that it takes to load. No test listens to requests, so it asks for none of them.
// An asked-for message that this no longer finds is sent as it is, and only takes longer.
const { Socket } = require('node:net');

const ASKED = '"method":"Network.enable"', UNASKED = '"method":"Network.disable"', LONGEST = 300;
const { write } = Socket.prototype;

Socket.prototype.write = function (chunk, ...rest) {
  const asks = typeof chunk === 'string' && chunk.length < LONGEST && chunk.includes(ASKED);
  return write.call(this, asks ? chunk.replace(ASKED, UNASKED) : chunk, ...rest);
};
