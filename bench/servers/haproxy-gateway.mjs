// The floor of a proxy of plain HTTP: haproxy in front of one server. It reads heads, and copies bodies; messages mean nothing to it.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startHttpUpstream } from './gateway-upstreams.mjs'
import { freePort, whenOpen } from './ports.mjs'

const upstream = await startHttpUpstream()
const port = await freePort()
const folder = mkdtempSync(join(tmpdir(), 'haproxy-'))
const file = join(folder, 'haproxy.cfg')
writeFileSync(
  file,
  `global
  nbthread 1
defaults
  mode http
  timeout connect 5s
  timeout client 300s
  timeout server 300s
  http-reuse always
frontend clients
  bind 127.0.0.1:${port}
  default_backend server
backend server
  server raw 127.0.0.1:${upstream}
`,
)
// It ends with this program, however that ends.
const command = ['--pdeathsig', 'KILL', 'haproxy', '-db', '-f', file]
const child = spawn('setpriv', command, { stdio: ['ignore', 'ignore', 'inherit'] })
child.on('exit', (code) => process.exit(code ?? 1))
await whenOpen(port)
rmSync(folder, { recursive: true })
process.emit('measure', child.pid)
process.stdout.write(`${port}\n`)
