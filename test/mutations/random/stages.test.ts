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
  about: (_file, layer) => [`about ${layer}`],
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
    return Promise.resolve({ isFailed: this.failing.has(test), ms: test.startsWith('slow') ? 15_000 : 10, ids })
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

async function run(stages = 4) {
  const [trial] = await new Stages([runner], choice, () => {}).run([mutant], { stages })
  return trial
}

describe('a mutant', () => {
  test('is killed by the first stage that notices, and meets no other', async () => {
    fail('importing')
    expect(await run()).toMatchObject({ by: 'importing › counts', isTimeout: false })
    expect(runner.log).toEqual(['reach beside', '1: beside', 'reach importing', '1: importing'])
  })

  test('survives what does not notice it; the tests of a stage take no more than 20 seconds together', async () => {
    expect(await run()).toMatchObject({ isReached: true })
    expect(runner.log.filter((line) => line.startsWith('1: '))).toEqual([
      '1: beside',
      '1: importing',
      '1: about uri',
      '1: slow',
      '1: whole',
    ])
  })

  test('that lives is named as each later stage begins, so that a run that is stopped was not for nothing', async () => {
    fail('importing')
    const lines: string[] = []
    await new Stages([runner], choice, (line) => lines.push(line)).run([mutant], { stages: 3 })
    const name = `${mutant.file}:1 StringLiteral`
    expect(lines).toEqual([
      'beside: 1 mutants',
      'importing: 1 mutants',
      `${name}: lives so far`,
      `${name}: killed by importing › counts`,
      'about its part: 0 mutants',
    ])
  })

  test('does not meet the tests of the whole in a short run', async () => {
    await run(3)
    expect(runner.log.at(-1)).toBe('1: about uri')
  })

  test('meets only the tests beside it if no more are asked for', async () => {
    await run(1)
    expect(runner.log).toEqual(['reach beside', '1: beside'])
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
    expect(await run(3)).not.toHaveProperty('by')
  })
})

describe('the tests of a file', () => {
  const tests = new TestChoice(root)

  test('are first those that are named after it, then those of its folder', () => {
    const [first, ...others] = tests.beside('packages/omniport/src/uri/parse-template.ts')
    expect(first).toBe('packages/omniport/src/uri/parse-template.test.ts')
    expect(others).toContain('packages/omniport/src/uri/expand-template.test.ts')
  })

  test('are all of its folder, for some reach it by the helpers of tests', () => {
    const [first, ...others] = tests.beside('packages/omniport/src/server/prompts/prompt-entry.ts')
    expect(first).toBe('packages/omniport/src/server/prompts/prompt-entry.test.ts')
    expect(others).toContain('packages/omniport/src/server/prompts/prompt.test.ts')
  })

  test('are in its folder those of test:fast before all others', () => {
    const fast = 'packages/omniport/src/uri/expand-template.test.ts'
    const own = new TestChoice(root, new Set([fast])).beside('packages/omniport/src/uri/parse-template.ts')
    expect(own.slice(0, 2)).toEqual([fast, 'packages/omniport/src/uri/parse-template.test.ts'])
    expect([...own].sort()).toEqual([...tests.beside('packages/omniport/src/uri/parse-template.ts')].sort())
  })

  test('are then those that import it, also through others', () => {
    const importing = tests.importing('packages/omniport/src/uri/percent-encode.ts')
    expect(importing[0]).toMatch(/^packages\/omniport\/src\/uri\//)
    expect(importing.length).toBe(25)
  })

  test('are also those that import it through a helper of tests, in folders close by before others', () => {
    const importing = tests.importing('packages/omniport/src/server/input/input-service.ts')
    expect(importing).toContain('packages/omniport/src/server/input/round-trips/round-trips.state.test.ts')
    expect(importing.filter((file) => !file.startsWith('packages/omniport/src/server/'))).toEqual([])
  })

  test('are then those about its part, beginning with those that are named like it', () => {
    const about = tests.about('packages/redis/src/commands/availability.ts', 'redis')
    expect(about.filter((file) => !file.startsWith('test/redis/'))).toEqual([])
    expect(about[0]).toBe('test/redis/availability.test.ts')
  })

  test('are never those that look at the text of the sources', () => {
    expect(
      tests
        .whole('packages/omniport/src/uri/percent-encode.ts')
        .filter((file) => /^test\/(?:budgets|words|mutations)\//.test(file)),
    ).toEqual([])
  })
})
