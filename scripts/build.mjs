// Builds everything: the layers of the library, the files that are published, and what uses those: the other packages, and the examples.
// What was built of the same files stays; with `--force`, everything is built again.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.mjs'
import { bundleApp } from './bundle-app.mjs'
import { bundleConsole } from './bundle-console.mjs'
import { bundleOtel } from './bundle-otel.mjs'
import { bundleRedis } from './bundle-redis.mjs'
import { bundleSdk } from './bundle-sdk.mjs'
import { publishTypes } from './publish-types.mjs'
import { forgetDigests, isBuilt, readSources, writeDigests } from './source-digests.mjs'
import { writeLicences } from './write-licences.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
if (!process.argv.includes('--force') && isBuilt(root)) process.exit(0)
const sources = readSources(root) // as they are before: what changes meanwhile may not be built
forgetDigests(root)

compile('packages/omniport')
publishTypes('omniport')
compile('packages/app', 'packages/redis', 'packages/otel', 'packages/sdk', 'packages/create-omniport')
for (const name of ['app', 'redis', 'otel']) publishTypes(name)
compile('examples/apps', 'examples/notes')
const [modules] = await Promise.all([bundle(), bundleSdk()])
writeLicences(modules)
await bundleApp()
await Promise.all([bundleConsole(), bundleRedis(), bundleOtel()])
await import('../examples/apps/build-views.mjs')
writeDigests(root, sources)

function compile(...projects) {
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json').replace('package.json', 'bin/tsc'))
  const { status } = spawnSync(process.execPath, [tsc, '-b', ...projects], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
