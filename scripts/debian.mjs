// Sets up the peers in other languages that Debian packages: `npm run debian -- <folder>`, as root, where `debootstrap` is installed.
// The folder becomes a small Debian of its own, sid, with the SDKs for Python, Ruby and Perl, about 500 MB. Then
// `OMNIPORT_DEBIAN=<folder> npx vitest run test/interop/debian` plays with them.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'

const packages = ['python3-mcp', 'ruby-mcp', 'ruby-faraday', 'ruby-event-stream-parser', 'libmcp-perl']

const [given] = process.argv.slice(2)
if (given === undefined) fail('say which folder, such as /var/tmp/omniport-debian')
if (process.getuid?.() !== 0) fail('this needs root, for debootstrap and chroot do')
const folder = resolve(given)
mkdirSync(folder, { recursive: true })
if (!existsSync(`${folder}/usr/bin/apt-get`)) run('debootstrap', ['--variant=minbase', 'sid', folder])
const inside = [folder, '/usr/bin/env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '--quiet']
run('chroot', [...inside, 'update'])
run('chroot', [...inside, 'install', '--yes', '--no-install-recommends', ...packages])
console.log(`OMNIPORT_DEBIAN=${folder} npx vitest run test/interop/debian`)

function run(command, args) {
  const { error, status } = spawnSync(command, args, { stdio: 'inherit' })
  if (error !== undefined) fail(`${command} cannot be started: ${error.message}`)
  if (status !== 0) fail(`${command} ended with ${status}`)
}

function fail(why) {
  console.error(`debian: ${why}`)
  process.exit(1)
}
