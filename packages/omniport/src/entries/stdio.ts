export type { Served } from '../transport/served.js'
export type { InputStream, OutputStream } from '../transport/stdio/serve/node-streams.js'
export { type ServeStdioOptions, serveStdio } from '../transport/stdio/serve/serve-stdio.js'
