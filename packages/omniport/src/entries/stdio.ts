export type { InputStream, OutputStream } from '../transport/stdio/node-streams.js'
export { type ServeStdioOptions, serveStdio } from '../transport/stdio/serve-stdio.js'
export type { Served } from '../transport/stdio/served.js'
