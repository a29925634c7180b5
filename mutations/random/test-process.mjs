// A process with a Vitest that stays: starting one for each mutant, and transforming all sources again, would take most of the time.
import process from 'node:process'
import { createVitest } from 'vitest/node'

const [root] = process.argv.slice(2)
const path = process.env['PATH']
let ended = []

const vitest = await createVitest('test', {
  root,
  watch: false,
  maxWorkers: 1,
  testTimeout: 20_000,
  hookTimeout: 30_000,
  teardownTimeout: 2_000,
  bail: 1, // without a mutant too: a file that fails is left out
  reporters: [{ onTestModuleEnd: (module) => ended.push(module) }],
})
const project = vitest.getRootProject()
process.send({ isReady: true })

process.on('message', async ({ file, mark }) => {
  process.env['PATH'] = `${path}:${mark}`
  ended = []
  await vitest.runTestSpecifications([project.createSpecification(`${root}/${file}`)])
  process.send({ results: ended.map(toResult) })
})

process.once('disconnect', () => process.exit())

function toResult(module) {
  const { duration, setupDuration, collectDuration } = module.diagnostic()
  const [failed] = module.children.allTests('failed')
  const error = failed?.result().errors[0] ?? module.errors()[0]
  return {
    isFailed: module.state() === 'failed',
    test: failed?.fullName ?? error?.message?.split('\n')[0],
    isTimeout: /timed out/i.test(error?.message ?? ''),
    ms: duration + setupDuration + collectDuration,
  }
}
