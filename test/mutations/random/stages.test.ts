import { beforeEach, describe, expect, test } from 'vitest'
import { TestChoice } from '../../../mutations/random/choose-tests.mjs'
import { type BuiltMutant, type Choice, type Failure, type Runner, Stages } from '../../../mutations/random/stages.mjs'
import { root } from '../../support/root.js'

const location = { start: { line: 0, column: 0 }, end: { line: 0, column: 1 } }
const mutant: BuiltMutant = {
  ...{ id: '1', file: 'packages/omniport/src/uri/a.ts', mutatorName: 'StringLiteral', replacement: '""' },
  location,
}
const choice: Choice = {
  beside: () => ['beside'],
  importing: () => ['beside', 'importing'],
  about: (layer) => [`about ${layer}`],
  whole: () => ['slow', 'whole', 'slower'],
}

/** Without a mutant all pass and reach it, unless the test says otherwise. */
class FakeRunner implements Runner {
  readonly log: string[] = []
  readonly failures = new Map<string, Failure>()
  readonly unreached = new Set<string>()
  readonly failing = new Set<string>()

  reach(test: string) {
    this.log.push(`reach ${test}`)
    const ids = new Set(this.unreached.has(test) ? [] : ['1'])
    return Promise.resolve({ isFailed: this.failing.has(test), ms: test.startsWith('slow') ? 50_000 : 10, ids })
  }

  try(test: string, id: string) {
    this.log.push(`${id}: ${test}`)
    return Promise.resolve(this.failures.get(test))
  }
}

let runner: FakeRunner

beforeEach(() => {
  runner = new FakeRunner()
})

function fail(file: string, isTimeout = false): void {
  runner.failures.set(file, { test: 'counts', isTimeout })
}

async function run(isShort = false) {
  const [trial] = await new Stages([runner], choice, () => {}).run([mutant], { isShort })
  return trial
}

describe('a mutant', () => {
  test('is killed by the first stage that notices, and meets no other', async () => {
    fail('importing')
    expect(await run()).toMatchObject({ by: 'importing › counts', isTimeout: false })
    expect(runner.log).toEqual(['reach beside', '1: beside', 'reach importing', '1: importing'])
  })

  test('survives what does not notice it; the tests of a stage take no more than a minute together', async () => {
    expect(await run()).toMatchObject({ isReached: true })
    expect(runner.log.filter((line) => line.startsWith('1: '))).toEqual([
      '1: beside',
      '1: importing',
      '1: about uri',
      '1: slow',
      '1: whole',
    ])
  })

  test('does not meet the tests of the whole in a short run', async () => {
    await run(true)
    expect(runner.log.at(-1)).toBe('1: about uri')
  })

  test('does not meet tests that do not reach it, or fail without it', async () => {
    for (const file of ['beside', 'about uri', 'slow', 'whole', 'slower']) runner.unreached.add(file)
    runner.failing.add('importing')
    fail('importing')
    expect(await run()).toMatchObject({ isReached: false })
    expect(runner.log.filter((line) => line.startsWith('1: '))).toEqual([])
  })

  test('is killed by a time-out if the file passes without it right after', async () => {
    fail('beside', true)
    expect(await run()).toMatchObject({ by: 'beside › counts', isTimeout: true })
    expect(runner.log).toEqual(['reach beside', '1: beside', 'reach beside'])
  })

  test('is not killed by a time-out of a file that has become slow', async () => {
    fail('beside', true)
    const reach = runner.reach.bind(runner)
    runner.reach = async (file) => ({ ...(await reach(file)), isFailed: runner.log.includes('1: beside') })
    expect(await run(true)).not.toHaveProperty('by')
  })
})

describe('the tests of a file', () => {
  const tests = new TestChoice(root)

  test('are first those that are named after it, then those of its folder', () => {
    const [first, ...others] = tests.beside('packages/omniport/src/uri/parse-template.ts')
    expect(first).toBe('packages/omniport/src/uri/parse-template.test.ts')
    expect(others).toContain('packages/omniport/src/uri/expand-template.test.ts')
  })

  test('are then those that import it, also through others', () => {
    const importing = tests.importing('packages/omniport/src/uri/percent-encode.ts')
    expect(importing[0]).toMatch(/^packages\/omniport\/src\/uri\//)
    expect(importing.length).toBe(25)
  })

  test('are then those about its part', () => {
    expect(tests.about('redis').filter((file) => !file.startsWith('test/redis/'))).toEqual([])
    expect(tests.about('redis')).not.toEqual([])
  })

  test('are never those that look at the text of the sources', () => {
    expect(tests.whole().filter((file) => /^test\/(?:budgets|words|mutations)\//.test(file))).toEqual([])
  })
})
