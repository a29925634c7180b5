// A program with a host of two servers, which says their process ids, and whether they are there, and leaves as it is told, without
// closing anything.
import process from 'node:process'
import { createHost } from 'omniport/host'

const [how, ...servers] = process.argv.slice(2)
const targets = servers.map((path, at) => [`s${at}`, { command: process.execPath, args: [path] }])
const host = createHost({ servers: Object.fromEntries(targets) })
await host.tools()
process.stdout.write(JSON.stringify(host.servers.map(({ pid }) => [pid, process.kill(pid, 0)])))
if (how === 'exits') process.exit(0)
if (how === 'throws') queueMicrotask(fail)

function fail() {
  throw new Error('out of order')
}
