import { stdioUpstream } from './gateway-upstreams.mjs'
import { runCommandLine } from './run-command-line.mjs'

const { command, args } = stdioUpstream
await runCommandLine('mcp-proxy', 'dist/bin/mcp-proxy.mjs', (port) => {
  return ['--host', '127.0.0.1', '--port', String(port), '--server', 'stream', '--', command, ...args]
})
