import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { apply, occurrences } from './apply.mjs'
import { shortPath } from './copy.mjs'
import { sourceOf, testsOf } from './places.mjs'

/**
 * Tries mutations in a copy of the repository, one after the other. The tests named by a mutation run first; what they do not
 * notice has the whole suite against it.
 */
export class Trials {
  #copy
  #programs
  #isQuick
  #failing
  #namedMs = namedMs

  /** `isQuick`: without the whole suite. */
  constructor(copy, programs, { isQuick }) {
    this.#copy = copy
    this.#programs = programs
    this.#isQuick = isQuick
  }

  /** What is broken without any mutation: nothing, or the trials would say nothing. */
  async problem(mutations) {
    const built = await this.#build()
    if (built !== undefined) return built
    const start = Date.now()
    const { code, isOver, report, output } = await this.#vitest([...new Set(mutations.flatMap(testsOf))], suiteMs)
    this.#namedMs = Math.min(Math.max(namedMs, 3 * (Date.now() - start)), suiteMs)
    if (code === 0) return undefined
    const failed = isOver ? [hang(suiteMs)] : failures(this.#copy, report)
    return `tests fail as it is:\n${(failed.length > 0 ? failed : [lastLine(output)]).join('\n')}`
  }

  /** `by` says who noticed; undefined: nobody. `broken` says that the mutation is no program. */
  async run(mutation) {
    const path = join(this.#copy, sourceOf(mutation))
    const source = readFileSync(path, 'utf8')
    const count = occurrences(source, mutation)
    if (count !== 1) return { broken: `its text stands ${count} times in ${mutation.file}` }
    writeFileSync(path, apply(source, mutation))
    try {
      const broken = await this.#build()
      if (broken !== undefined) return { broken }
      const named = await this.#test(testsOf(mutation), this.#namedMs)
      if (named !== undefined) return named
    } finally {
      writeFileSync(path, source)
    }
    return this.#isQuick ? {} : this.#runAll(path, { source, mutated: apply(source, mutation) })
  }

  async #runAll(path, { source, mutated }) {
    const failing = await this.#failingAnyway()
    writeFileSync(path, mutated)
    try {
      await this.#build()
      const excluded = [...failing, ofTheList].flatMap((file) => ['--exclude', file])
      const found = await this.#test(excluded, suiteMs)
      return found === undefined ? {} : { ...found, isLate: true }
    } finally {
      writeFileSync(path, source)
    }
  }

  /** Tests of the whole suite that fail in a copy without a mutation: they look at what is no part of it. */
  async #failingAnyway() {
    if (this.#failing !== undefined) return this.#failing
    await this.#build()
    const { report } = await this.#vitest([], suiteMs)
    this.#failing = (report?.testResults ?? [])
      .filter(({ status }) => status !== 'passed')
      .map(({ name }) => shortPath(this.#copy, name))
    return this.#failing
  }

  async #build() {
    const build = join('scripts', 'build.mjs')
    const { code, output } = await this.#programs.run(process.execPath, [build], {
      cwd: this.#copy,
      timeoutMs: buildMs,
    })
    return code === 0 ? undefined : `it does not compile: ${output.trim().split('\n')[0]}`
  }

  async #test(args, timeoutMs) {
    const first = await this.#vitest(['--bail=1', ...args], timeoutMs)
    if (first.isOver) return { by: hang(timeoutMs) }
    if (first.code === 0) return undefined
    const [failure] = failures(this.#copy, first.report)
    if (failure !== undefined) return { by: failure }
    // Vitest may stop before it has written down what made it stop.
    const { report, output } = await this.#vitest(args, timeoutMs)
    return { by: failures(this.#copy, report)[0] ?? lastLine(output) }
  }

  async #vitest(args, timeoutMs) {
    const results = join(this.#copy, 'mutation-results.json')
    rmSync(results, { force: true })
    const vitest = join('node_modules', 'vitest', 'vitest.mjs')
    const options = ['--reporter=json', `--outputFile=${results}`, '--testTimeout=15000', '--hookTimeout=20000']
    const run = [vitest, 'run', ...options, ...args]
    const ended = await this.#programs.run(process.execPath, run, { cwd: this.#copy, timeoutMs })
    return { ...ended, report: readReport(results) }
  }
}

/** They look at the sources, and would notice every mutation. */
const ofTheList = 'test/mutations/**'

const buildMs = 120_000
/** At least: a busy machine takes long without any mutation, and that is no hang. */
const namedMs = 90_000
const suiteMs = 900_000

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function hang(timeoutMs) {
  return `a hang: the tests did not end within ${timeoutMs / 1_000} s`
}

/** Tests first: a file that was interrupted because another failed has problems too. */
function failures(copy, report) {
  const files = (report?.testResults ?? []).map(({ name, status, assertionResults, message }) => ({
    name: shortPath(copy, name),
    tests: assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName),
    problem: status === 'failed' ? [message.split('\n')[0]] : [],
  }))
  const tests = files.flatMap(({ name, tests }) => tests.map((test) => `${name} › ${test}`))
  const others = files.filter(({ tests }) => tests.length === 0)
  return [...tests, ...others.flatMap(({ name, problem }) => problem.map((text) => `${name} › ${text}`))]
}

/** Errors that no test is to blame for, and what tests left behind. */
function lastLine(output) {
  const problem = output.split('\n').find((line) => /error|left .* behind/i.test(line))
  return `the run itself: ${(problem ?? 'it failed').trim().slice(0, 120)}`
}
