// Builds everything: the layers of the library, the files that are published, and what uses those: the other packages, and the examples.
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
import { forgetDigests, readSources, writeDigests } from './source-digests.mjs'
import { writeLicences } from './write-licences.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = readSources(root) // as they are before: what changes meanwhile may not be built
forgetDigests(root)

compile('packages/omniport')
const modules = await bundle()
writeLicences(modules)
publishTypes('omniport')
compile('packages/app')
await bundleApp()
publishTypes('app')
await bundleConsole()
compile('packages/redis')
await bundleRedis()
publishTypes('redis')
compile('packages/otel')
await bundleOtel()
publishTypes('otel')
compile('packages/sdk')
await bundleSdk()
compile('packages/create-omniport')
compile('examples/apps')
await import('../examples/apps/build-views.mjs')
compile('examples/notes')
writeDigests(root, sources)

function compile(project) {
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json').replace('package.json', 'bin/tsc'))
  const { status } = spawnSync(process.execPath, [tsc, '-b', project], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
