import { nameOf } from './report.mjs'
import { layerOf } from './sources.mjs'

/**
 * Tries mutants against tests in four stages: the tests beside them, those that import their file, those of what is built that are
 * about their part, and all others. Each test file first runs without a mutant, to see which mutants it reaches, and how long it takes; a
 * mutant meets only tests that reach it.
 */
export class Stages {
  #runners
  #choice
  #report
  #known = new Map()

  constructor(runners, choice, report) {
    this.#runners = runners
    this.#choice = choice
    this.#report = report
  }

  /** The trials of those mutants in the first of the stages, with `by` where one was killed and `isReached` where a test comes by. */
  async run(mutants, { stages: count }) {
    const trials = mutants.map((mutant) => ({ mutant, tried: new Set(), isReached: false }))
    const stages = [
      ['beside', ({ file }) => this.#choice.beside(file)],
      ['importing', ({ file }) => this.#choice.importing(file)],
      ['about its part', ({ file }) => this.#choice.about(file, layerOf(file))],
      ['of the whole', ({ file }) => this.#choice.whole(file)],
    ]
    for (const [at, [name, testsOf]] of stages.slice(0, count).entries()) {
      const alive = trials.filter(({ by }) => by === undefined)
      this.#report(`${name}: ${alive.length} mutants`)
      if (at > 0) for (const { mutant } of alive) this.#report(`${nameOf(mutant)}: lives so far`)
      await this.#stage(alive, testsOf)
    }
    return trials
  }

  async #stage(trials, testsOf) {
    const rest = [...trials]
    const take = async (runner) => {
      for (let trial = rest.shift(); trial !== undefined; trial = rest.shift()) {
        const tests = testsOf(trial.mutant).filter((test) => !trial.tried.has(test))
        await this.#try(trial, tests, runner)
      }
    }
    await Promise.all(this.#runners.map(take))
  }

  /** The first file that reaches it always, and others as long as they take 20 seconds together. */
  async #try(trial, tests, runner) {
    let sum = 0
    for (const test of tests) {
      trial.tried.add(test)
      const { isFailed, ids, ms } = await this.#resultOf(test, runner)
      const isOver = sum > 0 && sum + ms > enoughMs
      if (isFailed || isOver || !ids.has(trial.mutant.id)) continue
      sum += ms
      trial.isReached = true
      const failure = await runner.try(test, trial.mutant.id, hangMs + hangFactor * ms)
      if (failure === undefined || (failure.isTimeout && (await this.#isSlowAnyway(test, runner)))) continue
      trial.by = `${test} › ${failure.test}`
      trial.isTimeout = failure.isTimeout
      this.#report(`${nameOf(trial.mutant)}: killed by ${trial.by}`)
      return
    }
  }

  /** What a file does without a mutant: each runs once for all. */
  #resultOf(test, runner) {
    const known = this.#known.get(test) ?? this.#reach(test, runner)
    this.#known.set(test, known)
    return known
  }

  async #reach(test, runner) {
    const reached = await runner.reach(test, `file${this.#known.size}`, unmutatedMs)
    if (reached.isFailed) this.#report(`left out, since it fails without a mutant: ${test}`)
    return reached
  }

  /** A time-out counts where the same file passes right after without the mutant. */
  async #isSlowAnyway(test, runner) {
    const { isFailed } = await runner.reach(test, 'again', unmutatedMs)
    return isFailed
  }
}

const unmutatedMs = 300_000
const enoughMs = 20_000
/** A run is a hang after three times what its files take without a mutant, and half a minute. */
const hangFactor = 3
const hangMs = 30_000
