export type { Served } from '../transport/served.js'
export { type ServeStreamOptions, serveStream } from '../transport/streams/serve-stream.js'
