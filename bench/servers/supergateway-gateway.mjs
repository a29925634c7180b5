import { stdioUpstream } from './gateway-upstreams.mjs'
import { runCommandLine } from './run-command-line.mjs'

const { command, args } = stdioUpstream
await runCommandLine('supergateway', 'dist/index.js', (port) => {
  const stdio = ['--stdio', [command, ...args].join(' ')]
  return [...stdio, '--outputTransport', 'streamableHttp', '--stateful', '--port', String(port), '--logLevel', 'none']
})
