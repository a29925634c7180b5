// Runs the tests of what depends most on the runtime (files, processes, pipes, terminals, the published package) with the other
// releases of Node that are supported. With `--all` the release that runs this is tested too.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** The development dependencies that bring a release. */
const packages = { 20: 'node-20', 22: 'node', 24: 'node-24' }

const layers = ['host', 'cli', 'transport/stdio', 'auth/node'].map((name) => `packages/omniport/src/${name}/`)
const files = [...layers, 'test/host/', 'test/pack/', 'test/faults/lines']

const [own] = process.versions.node.split('.')
const majors = Object.keys(packages).filter((major) => major !== own || process.argv.includes('--all'))
const failed = majors.filter((major) => !passes(major))
if (failed.length > 0) {
  console.error(`Tests failed with Node ${failed.join(' and ')}`)
  process.exitCode = 1
}

function passes(major) {
  const node = join(dirname(fileURLToPath(import.meta.resolve(`${packages[major]}/package.json`))), 'bin', 'node')
  const { OMNIPORT_TEST_RESULTS: results } = process.env
  const env = { ...process.env }
  // The reporters of CI are in vitest.config.ts; one on the command line would take their place.
  if (results !== undefined) env.OMNIPORT_TEST_RESULTS = results.replace(/\.json$/, `-node-${major}.json`)
  const reporter = results === undefined ? ['--reporter=dot'] : []
  console.log(`\nNode ${major}`)
  const args = [vitest, 'run', ...files, '--no-isolate', ...reporter]
  return spawnSync(node, args, { cwd: root, env, stdio: 'inherit' }).status === 0
}
