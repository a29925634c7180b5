/** The headers of every POST of a message. spec: basic/transports/streamable-http#sending-messages */
export const postHeaders = Object.freeze({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
})
